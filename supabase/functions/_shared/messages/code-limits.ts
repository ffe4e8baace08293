import min from 'libphonenumber-js/min/metadata'
import type { Database } from '../kernel/database.ts'
import type { Environment } from '../kernel/env.ts'
import { createSettings, type SettingsOptions } from '../kernel/settings.ts'
import { neighboursOf } from '../phone/neighbours.ts'
import { isNumberOf } from '../phone/read.ts'
import { Refused } from './auth-hook.ts'

/** The countries to whose numbers codes are sent by text message (ISO 3166). */
export type Served = readonly string[] | 'all' | 'unknown'

export type ReadServed = () => Promise<Served>

/** Asks whether a code may be sent to a number, and counts it. @throws {Refused} if it may not */
export type AdmitCode = (phone: string, parts: number) => Promise<void>

/** Creates a function that returns the served countries by the settings (see `createSettings`). */
export const createServed = (
  environment: Pick<Environment, 'supabaseUrl' | 'secretKey'>,
  options?: SettingsOptions,
): ReadServed =>
  createSettings<Served>(environment, {
    fields: ['country', 'sms_countries'],
    read: ({ country, sms_countries }) => servedBy(String(country), String(sms_countries)),
    unknown: 'unknown',
  }, options)

/** Returns the served countries; without a list those of the firm's country and its neighbours. */
export function servedBy(country: string, list: string): Served {
  if (list === '*') return 'all'
  return list === '' ? [country, ...neighboursOf(country)] : list.split(' ')
}

/**
 * Creates the limits of codes by text message; the database counts them (`admit_code`). While nobody knows the served countries, no
 * code is sent.
 */
export const createAdmitCode = (database: Database, readServed: ReadServed): AdmitCode => async (phone, parts) => {
  const served = await readServed()
  if (served === 'unknown') throw new Refused('code_not_sent')
  if (served !== 'all' && !isNumberOf(phone, served, min)) throw new Refused('country_not_served', 422)
  const refusal = await database.rpc<'too_many_requests' | 'no_texts_left' | null>('admit_code', { phone, parts })
  if (refusal) throw new Refused(refusal)
}
