import type { Sql } from '../types.ts'

/** The arguments of functions that are JSON, in every function of the name. */
const query = `
  select p.proname::text as name, a.name as argument
  from pg_proc p cross join unnest(p.proargnames, coalesce(p.proallargtypes, p.proargtypes::oid[])) a (name, type)
  where p.pronamespace = 'public'::regnamespace and a.name <> ''
  group by p.proname, a.name having bool_and(a.type in ('json'::regtype, 'jsonb'::regtype))`

/** A number as it was written: JavaScript has no values for some of them, such as 1e400. */
const asWritten = (_: string, value: unknown, context?: { source?: string }): unknown =>
  typeof value === 'number' ? (JSON as unknown as { rawJSON(text?: string): unknown }).rawJSON(context?.source) : value

export interface JsonTexts {
  /**
   * Returns the body of a function's call in the form that the library needs. A text for a JSON argument is a JSON text in
   * PostgREST; the library parses it instead, so it gets a text that contains this JSON text.
   */
  rewrite(request: Request, body: Uint8Array<ArrayBuffer> | null): Uint8Array<ArrayBuffer> | null
  /** Reads the functions again. Call it after migrations. */
  refresh(): Promise<void>
}

export function createJsonTexts(database: Sql): JsonTexts {
  let functions = new Map<string, Set<string>>()

  function rewritten(json: string, names: ReadonlySet<string>): string | null {
    const isText = ([name, value]: [string, unknown]): boolean => names.has(name) && typeof value === 'string'
    const call: unknown = JSON.parse(json)
    if (typeof call !== 'object' || call === null || !Object.entries(call).some(isText)) return null
    const exact = JSON.parse(json, asWritten as (name: string, value: unknown) => unknown) as Record<string, unknown>
    const texts = Object.entries(exact).filter(isText)
    return JSON.stringify({
      ...exact,
      ...Object.fromEntries(texts.map(([name, value]) => [name, JSON.stringify(value)]))
    })
  }

  return {
    rewrite({ method, url, headers }, body) {
      const names = functions.get(decodeURIComponent(/^\/rpc\/([^/]+)\/*$/.exec(new URL(url).pathname)?.[1] ?? ''))
      if (method !== 'POST' || !body || !names || !/json/.test(headers.get('content-type') ?? 'json')) return body
      try {
        const json = rewritten(new TextDecoder().decode(body), names)
        return json === null ? body : new TextEncoder().encode(json)
      } catch {
        // The library refuses what is not JSON.
        return body
      }
    },
    async refresh() {
      const rows = await database.query<{ name: string; argument: string }>(query)
      functions = new Map(rows.map(({ name }) => [name, new Set()]))
      for (const { name, argument } of rows) functions.get(name)?.add(argument)
    }
  }
}
