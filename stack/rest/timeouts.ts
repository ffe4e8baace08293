import type { Sql } from '../types.ts'

/**
 * The functions that set a statement timeout of their own. PostgREST applies it to the whole request, because PostgreSQL starts
 * the timer before it calls the function.
 */
const query = `
  select p.proname::text as name, max(split_part(c.setting, '=', 2)) as timeout
  from pg_proc p cross join unnest(p.proconfig) c (setting)
  where p.pronamespace = 'public'::regnamespace and c.setting like 'statement_timeout=%'
  group by p.proname`

export interface Timeouts {
  /** Returns the timeout of the function that a request calls, such as `60s`; null if it has none of its own. */
  of(path: string): string | null
  /** Reads the functions again. Call it after migrations. */
  refresh(): Promise<void>
}

export function createTimeouts(database: Sql): Timeouts {
  let timeouts = new Map<string, string>()
  return {
    of: (path) => timeouts.get(/\/rpc\/([^/?]+)\/*$/.exec(path)?.[1] ?? '') ?? null,
    async refresh() {
      const rows = await database.query<{ name: string; timeout: string }>(query)
      timeouts = new Map(rows.map(({ name, timeout }) => [name, timeout]))
    }
  }
}
