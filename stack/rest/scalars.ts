import type { Sql } from '../types.ts'

/** A refusal with the status, code and message of PostgREST. */
export interface Refusal {
  status: number
  code: string
  message: string
}

/** The functions of the API: what they return, and whether visitors may call them. */
const query = `
  select p.proname::text as name, bool_and(not p.proretset) as is_single,
    bool_and(not p.proretset and t.typtype <> 'c' and t.typname <> 'record') as is_scalar,
    bool_or(has_function_privilege('anon', p.oid, 'execute')) as is_open
  from pg_proc p join pg_type t on t.oid = p.prorettype
  where p.pronamespace = 'public'::regnamespace and p.prokind = 'f'
  group by p.proname`

interface Returned {
  /** Whether the function returns one row or value, and no set. */
  is_single: boolean
  /** Whether it returns one value, and no row. */
  is_scalar: boolean
  is_open: boolean
}

/** The refusal of `app.refuse_casts`, which finds a cast in PostgREST's statement. The library's statement looks otherwise. */
const castRefused: Refusal = { status: 403, code: 'PT403', message: 'not_allowed' }

/** Parameters that are not filters. A page of one value is that value, or nothing. */
const plain = new Set(['limit', 'offset', 'on_conflict', 'columns', 'apikey'])

/** Matches a value that begins with an operator, such as `eq.`, `not.in.` or `like(any).`. */
const operator = /^(?:not\.)?[a-z]+(?:\([^)]*\))?\./

/** Matches the name of the column at the beginning of a selected or ordered expression, behind its alias. */
const column = /^(?:[^:(]*:(?!:))?\s*([^\s.:(>-]+)/

const nameIn = (expression: string): string => column.exec(expression)?.[1] ?? expression

/** Returns why a request with these parameters would be refused for a function that returns one value; null if it would not. */
function faultOf(name: string, method: string, query: URLSearchParams): Refusal | null {
  const unknown = (part: string): Refusal => ({
    status: 400,
    code: '42703',
    message: `column ${name}.${nameIn(part)} does not exist`
  })
  for (const [key, value] of query) {
    if (plain.has(key)) continue
    if (key === 'select') {
      const parts = value.split(',').filter((part) => part.trim() !== '' && part.trim() !== '*')
      if (parts[0] !== undefined) return unknown(parts[0])
    } else if (key === 'order') {
      if (value !== '') return unknown(value)
    } else if (method === 'POST' || operator.test(value) || /^(?:not\.)?(?:and|or)$/.test(key)) {
      return unknown(/^(?:not\.)?(?:and|or)$/.test(key) ? value.replace(/^\(/, '') : key)
    }
  }
  return null
}

/** Returns the number of rows to which a request's preferences limit its result; null if they do not. */
export function maxAffectedOf(prefer: string): number | null {
  const limit = /(?:^|,)\s*max-affected\s*=\s*(\d+)/.exec(prefer)?.[1]
  return limit === undefined || !/(?:^|,)\s*handling\s*=\s*strict/.test(prefer) ? null : Number(limit)
}

export interface Scalars {
  /**
   * Returns the refusal of a request that casts a column of a function's result, and PostgREST's refusal of one that selects,
   * filters or sorts the result of a function that returns one value, or limits the rows of one that returns no set; null for
   * any other request. PostgREST's statement names a column that does not exist, so the database
   * refuses it before it calls the function. The library calls the function first, and only then fails or ignores the parameter.
   */
  refusal(request: Request): Refusal | null
  /** Reads the names of the functions again. Call it after migrations. */
  refresh(): Promise<void>
}

export function createScalars(database: Sql): Scalars {
  let functions = new Map<string, Returned>()
  return {
    refusal(request) {
      const url = new URL(request.url)
      const name = decodeURIComponent(/^\/rpc\/([^/]+)\/*$/.exec(url.pathname)?.[1] ?? '')
      const returned = functions.get(name)
      if (!returned) return null
      const { is_single: isSingle, is_scalar: isScalar, is_open: isOpen } = returned
      if (!isScalar && !isOpen && url.searchParams.get('select')?.includes('::')) return castRefused
      if (isSingle && maxAffectedOf(request.headers.get('prefer') ?? '') !== null) {
        const message = 'Function must return SETOF or TABLE when max-affected preference is used with handling=strict'
        return { status: 400, code: 'PGRST128', message }
      }
      return !isScalar ? null : faultOf(name, request.method, url.searchParams)
    },
    async refresh() {
      const rows = await database.query<Returned & { name: string }>(query)
      functions = new Map(rows.map((row) => [row.name, row]))
    }
  }
}
