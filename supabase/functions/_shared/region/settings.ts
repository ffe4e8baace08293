import type { Environment } from '../kernel/env.ts'
import { createSettings, type SettingsOptions } from '../kernel/settings.ts'

/** The operator's settings for search and routes. */
export interface MapSettings {
  /** ISO 3166 code of the only country in which to search; null for all countries. */
  country: string | null
  /** Whether an estimate takes distance and time from the provider's distance matrix instead of from a route. */
  useDistanceMatrix: boolean
  /** IANA name of the firm's time zone, in which the hours of streets count; null if it is unknown. */
  timeZone: string | null
}

export type ReadMapSettings = () => Promise<MapSettings>

/** Creates a function that returns the operator's settings for search and routes (see `createSettings`). */
export const createMapSettings = (
  environment: Pick<Environment, 'supabaseUrl' | 'secretKey'>,
  options?: SettingsOptions,
): ReadMapSettings =>
  createSettings(environment, {
    fields: ['country', 'restrict_country', 'use_distance_matrix', 'time_zone'],
    read: ({ country, restrict_country, use_distance_matrix, time_zone }) => ({
      country: restrict_country === true && typeof country === 'string' ? country : null,
      useDistanceMatrix: use_distance_matrix === true,
      timeZone: typeof time_zone === 'string' ? time_zone : null,
    }),
    unknown: { country: null, useDistanceMatrix: false, timeZone: null },
  }, options)
