import type { AppError } from '@/lib/server/errors'
import type { Path, Values } from './merge'
import type { Changed } from './use-base'

/** Maps error keys of the server to the form field that the error is about. */
export type ErrorFields = Record<string, Path>

/** Finds the column that the name of a database constraint contains: `car_types_base_fare_check` is about `base_fare`. */
function columnIn(constraint: string, values: Values): Path | null {
  const columns = Object.keys(values).sort((a, b) => b.length - a.length)
  return columns.find((column) => new RegExp(`_${column}(_|$)`).test(constraint)) ?? null
}

/** Reads from the error `version_conflict` who has changed the row meanwhile, and when. */
export function changedIn(error: AppError): Changed | null {
  const { details } = (error.cause ?? {}) as { details?: unknown }
  try {
    const { by = null, at = null } = JSON.parse(String(details)) as Partial<Changed>
    return { by, at }
  } catch {
    return null
  }
}

/**
 * Returns the form field that a server's error is about; null if unknown. The field is found by the error's key (`fields`), or
 * by the database constraint or column that the error names.
 */
export function fieldOf(error: AppError, values: Values, fields: ErrorFields = {}): Path | null {
  const byKey = fields[error.key]
  if (byKey) return byKey
  const cause = error.cause as { message?: unknown; details?: unknown } | null | undefined
  const said = typeof cause?.message === 'string' ? cause.message : ''
  const constraint = /constraint "(\w+)"/.exec(said)?.[1]
  if (constraint) return columnIn(constraint, values)
  const column = /column "(\w+)"/.exec(said)?.[1]
  return column && column in values ? column : null
}
