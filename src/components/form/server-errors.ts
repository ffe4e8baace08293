import type { AppError } from '@/lib/errors'
import type { Path, Values } from './merge'
import type { Changed } from './use-base'

/** Error keys and their fields. */
export type ErrorFields = Record<string, Path>

/** `car_types_base_fare_check` names the column after its table. */
function columnIn(constraint: string, values: Values): Path | null {
  const columns = Object.keys(values).sort((a, b) => b.length - a.length)
  return columns.find((column) => new RegExp(`_${column}(_|$)`).test(constraint)) ?? null
}

/** Who saved meanwhile, from `version_conflict`. */
export function changedIn(error: AppError): Changed | null {
  const { details } = (error.cause ?? {}) as { details?: unknown }
  try {
    const { by = null, at = null } = JSON.parse(String(details)) as Partial<Changed>
    return { by, at }
  } catch {
    return null
  }
}

/** The field of a server's refusal: by its key, else by the constraint in the error. */
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
