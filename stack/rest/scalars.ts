import type { Sql } from '../types.ts'

/** A refusal with the status, code and message of PostgREST. */
export interface Refusal {
  status: number
  code: string
  message: string
}

/** The database functions that return no set: one row, or one value such as a jsonb object. */
const query = `
  select p.proname::text as name, bool_and(t.typtype <> 'c' and t.typname <> 'record') as is_scalar
  from pg_proc p join pg_type t on t.oid = p.prorettype
  where p.pronamespace = 'public'::regnamespace and p.prokind = 'f'
  group by p.proname having bool_and(not p.proretset)`

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
   * Returns PostgREST's refusal of a request that selects, filters or sorts the result of a function that returns one value, or
   * limits the rows of one that returns no set; null for any other request. PostgREST's statement names a column that does not exist, so the database
   * refuses it before it calls the function. The library calls the function first, and only then fails or ignores the parameter.
   */
  refusal(request: Request): Refusal | null
  /** Reads the names of the functions again. Call it after migrations. */
  refresh(): Promise<void>
}

export function createScalars(database: Sql): Scalars {
  /** Whether a function that returns no set returns a value, and not a row. */
  let names = new Map<string, boolean>()
  return {
    refusal(request) {
      const url = new URL(request.url)
      const name = decodeURIComponent(/^\/rpc\/([^/]+)\/*$/.exec(url.pathname)?.[1] ?? '')
      const isScalar = names.get(name)
      if (isScalar === undefined) return null
      if (maxAffectedOf(request.headers.get('prefer') ?? '') !== null) {
        const message = 'Function must return SETOF or TABLE when max-affected preference is used with handling=strict'
        return { status: 400, code: 'PGRST128', message }
      }
      return !isScalar ? null : faultOf(name, request.method, url.searchParams)
    },
    async refresh() {
      const rows = await database.query<{ name: string; is_scalar: boolean }>(query)
      names = new Map(rows.map((row) => [row.name, row.is_scalar]))
    }
  }
}
