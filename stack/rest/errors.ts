interface DatabaseError {
  code: string
  message: string
  detail?: string | null
  hint?: string | null
}

function isDatabaseError(error: unknown): error is DatabaseError {
  return error instanceof Error && 'code' in error && typeof error.code === 'string'
}

/** SQLSTATEs, or beginnings of them, that need no rewriting: the REST library already responds to them like PostgREST. */
const handled = /^(?:PT|PGRST|42|22|21|55|23502|23503|23505|25006)/

/**
 * HTTP statuses of the SQLSTATEs that `handled` does not match: the first matching prefix counts, and 400 is the default. They
 * are PostgREST's, with one exception. For some errors that a caller can cause, PostgREST returns 500 and we do not. These are
 * violated limits, texts that PostGIS cannot parse (XX000), deadlocks and timeouts.
 */
const statuses: readonly (readonly [string, number])[] = [
  ['53400', 500],
  ['P0001', 400],
  ['08', 503],
  ['09', 500],
  ['0L', 403],
  ['0P', 403],
  ['25', 500],
  ['28', 403],
  ['2D', 500],
  ['38', 500],
  ['39', 500],
  ['3B', 500],
  ['40', 503],
  ['53', 503],
  ['54', 400],
  ['57014', 504],
  ['57P0', 503],
  ['57', 500],
  ['58', 500],
  ['F0', 500],
  ['HV', 500],
  ['P0', 500],
  ['XX000', 400],
  ['XX', 500]
]

/**
 * Rewrites a database error (raise exception, check violation, timeout, …) for which the REST library would only return status
 * 500. The rewritten error has a status of its own, and keeps code, message, details and hint. Any other error is returned
 * unchanged.
 */
export function normalizeDbError(error: unknown): unknown {
  if (!isDatabaseError(error) || !/^[0-9A-Z]{5}$/.test(error.code) || handled.test(error.code)) return error
  const { code, message, detail, hint } = error
  const status = statuses.find(([prefix]) => code.startsWith(prefix))?.[1] ?? 400
  return Object.assign(new Error(JSON.stringify({ code, message, details: detail ?? null, hint: hint ?? null })), {
    code: 'PGRST',
    detail: JSON.stringify({ status, headers: {} }),
    cause: error
  })
}
