import type { Database } from '../kernel/database.ts'
import { Refused } from './auth-hook.ts'

/** How many changes of address or number an account may request a day. */
const MOST = 10
const DAY_SECS = 86_400

/** Counts a change of address or number that an account requests. @throws {Refused} above the limit */
export type TakeChange = (userId: string) => Promise<void>

/**
 * Creates the limit of messages to addresses and numbers that are not the account's. Auth asks for no captcha when a person
 * requests a change, so without this limit one account would write to a stranger every `max_frequency`.
 */
export const createChangeLimit = (database: Database): TakeChange => async (userId) => {
  const args = { bucket: `contact_change:${userId}`, limit_count: MOST, window_secs: DAY_SECS }
  if (await database.rpc<boolean>('take_rate_limit', args)) return
  throw new Refused('too_many_requests')
}
