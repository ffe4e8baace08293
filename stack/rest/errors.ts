interface DatabaseError {
  code: string
  message: string
  detail?: string | null
  hint?: string | null
}

function isDatabaseError(error: unknown): error is DatabaseError {
  return error instanceof Error && 'code' in error && typeof error.code === 'string'
}

/** Classes (or whole codes) that the REST library answers as PostgREST does; 23503 and 23505 it also looks for itself. */
const handled = /^(?:PT|PGRST|42|22|21|55|23502|23503|23505|25006)/

/**
 * The status of the rest, by the first matching prefix; everything else is 400. As PostgREST's, but where that answers 500
 * to what a caller can bring about: bounds that a value breaks, a text that PostGIS cannot read (XX000), two requests that
 * wait for each other, a query that takes too long.
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
  ['57', 500],
  ['58', 500],
  ['F0', 500],
  ['HV', 500],
  ['P0', 500],
  ['XX000', 400],
  ['XX', 500]
]

/**
 * Rewrites a database error that the REST library would answer with a bare 500 (raise exception, check violations, time
 * outs, …) into the form that carries a status of its own, keeping code, message, details and hint.
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
