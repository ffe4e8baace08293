import type { Sql } from '../types.ts'
import type { Refusal } from './scalars.ts'

const query = `
  select c.relname::text as name from pg_class c
  where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p', 'v', 'm', 'f')`

/** Parameters that are not conditions. */
const plain = new Set(['select', 'order', 'limit', 'offset', 'on_conflict', 'columns', 'apikey'])

/** Matches a condition on the rows themselves. A condition on embedded rows has a dot, such as `rides.id`. */
const isCondition = (key: string): boolean => !plain.has(key) && !key.includes('.')

/** Whether a request would change nothing, because it sends no values: PostgREST then runs no UPDATE. */
function isEmpty(body: Uint8Array | null): boolean {
  try {
    const values: unknown = JSON.parse(new TextDecoder().decode(body ?? new Uint8Array()))
    return (
      typeof values === 'object' &&
      values !== null &&
      Object.keys(Array.isArray(values) ? (values[0] ?? {}) : values).length === 0
    )
  } catch {
    return true
  }
}

export interface WholeTables {
  /**
   * Returns the refusal of a request that would change or delete all rows of a table; null for any other. Supabase loads
   * `safeupdate` into the sessions of its API, which refuses such a statement before the caller's rights are checked.
   */
  refusal(request: Request, body: Uint8Array | null): Refusal | null
  /** Reads the names of the tables again. Call it after migrations. */
  refresh(): Promise<void>
}

export function createWholeTables(database: Sql): WholeTables {
  let names = new Set<string>()
  return {
    refusal({ method, url }, body) {
      if (method !== 'PATCH' && method !== 'DELETE') return null
      const { pathname, searchParams } = new URL(url)
      const name = decodeURIComponent(/^\/([^/]+)\/*$/.exec(pathname)?.[1] ?? '')
      if (
        !names.has(name) ||
        [...searchParams.keys()].some((key) => isCondition(key) || /^(?:not\.)?(?:and|or)$/.test(key))
      )
        return null
      if (method === 'PATCH' && isEmpty(body)) return null
      const message = `${method === 'PATCH' ? 'UPDATE' : 'DELETE'} requires a WHERE clause`
      return { status: 400, code: '21000', message }
    },
    async refresh() {
      names = new Set((await database.query<{ name: string }>(query)).map((row) => row.name))
    }
  }
}
