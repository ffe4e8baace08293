import min from 'libphonenumber-js/min/metadata'
import type { Database } from '../kernel/database.ts'
import type { Environment } from '../kernel/env.ts'
import { createSettings, type SettingsOptions } from '../kernel/settings.ts'
import { neighboursOf } from '../phone/neighbours.ts'
import { isNumberOf } from '../phone/read.ts'
import { Refused } from './auth-hook.ts'

/** The countries to whose numbers codes are sent by text message (ISO 3166); null for all. */
export type ReadServed = () => Promise<readonly string[] | null>

/** Asks whether a code may be sent to a number, and counts it. @throws {Refused} if it may not */
export type AdmitCode = (phone: string, parts: number) => Promise<void>

/** How long a code waits for the settings (ms). */
const PATIENCE_MS = 400

/** Creates a function that returns the served countries by the settings; a change reaches it within five seconds. */
export const createServed = (
  environment: Pick<Environment, 'supabaseUrl' | 'secretKey'>,
  options: SettingsOptions = {},
): ReadServed =>
  createSettings<readonly string[] | null>(environment, {
    fields: ['country', 'sms_countries'],
    read: ({ country, sms_countries }) => servedBy(String(country), String(sms_countries)),
    unknown: null,
  }, { patienceMs: PATIENCE_MS, ...options })

/** Returns the served countries; without a list those of the firm's country and its neighbours. */
export function servedBy(country: string, list: string): readonly string[] | null {
  if (list === '*') return null
  return list === '' ? [country, ...neighboursOf(country)] : list.split(' ')
}

/** Creates the limits of codes by text message; the database counts them (`admit_code`). */
export const createAdmitCode = (database: Database, readServed: ReadServed): AdmitCode => async (phone, parts) => {
  const served = await readServed()
  if (served && !isNumberOf(phone, served, min)) throw new Refused('country_not_served', 422)
  const refusal = await database.rpc<'too_many_requests' | 'no_texts_left' | null>('admit_code', { phone, parts })
  if (refusal) throw new Refused(refusal)
}
