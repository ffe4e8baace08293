import { doubtSession } from '../session/session-doubt'
import { type AppError, functionError, toAppError } from './errors'
import { loadFunctions } from './functions'

interface Answer<T> {
  data: T
  error: unknown
}

/**
 * Returns the data of a query or of a call of a database function.
 *
 * @throws AppError with the server's key
 * @example await unwrap(supabase.rpc('accept_booking', { booking_id }))
 */
export async function unwrap<T>(query: PromiseLike<Answer<T>>): Promise<NonNullable<T>> {
  const { data, error } = await query
  if (error) throw seen(toAppError(error))
  return data as NonNullable<T>
}

/**
 * Calls an edge function by `name/path` and returns its JSON.
 *
 * @throws AppError with the function's key
 */
export async function invoke<T>(name: string, body: Record<string, unknown>): Promise<T> {
  const functions = await loadFunctions()
  const { data, error } = await functions.invoke<T>(name, { body })
  if (error) throw seen(await functionError(error))
  return data as T
}

/** Refusals that an ended session gets: of functions, and of tables, which show it nothing and refuse its writes. */
const OF_ENDED_SESSIONS = new Set(['not_logged_in', 'not_allowed'])

function seen(error: AppError): AppError {
  if (OF_ENDED_SESSIONS.has(error.key)) doubtSession()
  return error
}
