import type { AppError } from '@/lib/errors'
import type { Path, Values } from './merge'
import type { Changed } from './use-base'

/** The field that each error key belongs to. */
export type ErrorFields = Record<string, Path>

/** The column that a constraint's name contains: `car_types_base_fare_check` is the check of `base_fare` in `car_types`. */
function columnIn(constraint: string, values: Values): Path | null {
  const columns = Object.keys(values).sort((a, b) => b.length - a.length)
  return columns.find((column) => new RegExp(`_${column}(_|$)`).test(constraint)) ?? null
}

/** Who changed the row meanwhile and when, from the error `version_conflict`. */
export function changedIn(error: AppError): Changed | null {
  const { details } = (error.cause ?? {}) as { details?: unknown }
  try {
    const { by = null, at = null } = JSON.parse(String(details)) as Partial<Changed>
    return { by, at }
  } catch {
    return null
  }
}

/** The field that a server's error belongs to: found by the error's key, otherwise by the database constraint that it names. */
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
