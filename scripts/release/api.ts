/**
 * What pages and edge functions may call and read: functions of `public` with their arguments, and columns of its tables and
 * views. A release keeps what the release before had, because open tabs and hosted functions are older than the database for
 * some minutes. What is to go says so first, in its comment ("Deprecated: use …"), and goes with the release after that.
 */
import type { Sql } from '../../stack/types.ts'

export interface ApiFunction {
  name: string
  arguments: { name: string; type: string; optional: boolean }[]
  /** The type of the result, or of each of its columns. */
  returns: string | Record<string, string>
  roles: string[]
  deprecated?: true
}

export interface ApiColumn {
  /** Table or view and column, such as `bookings.status`. */
  name: string
  type: string
  /** Who may do what with it, such as `authenticated select`. */
  rights: string[]
  deprecated?: true
}

export interface Api {
  functions: ApiFunction[]
  columns: ApiColumn[]
}

const roles = `array['anon', 'authenticated', 'service_role']`

/** Reads the API of a database, sorted. */
export async function readApi(sql: Pick<Sql, 'query'>): Promise<Api> {
  const functions = await sql.query<{ line: string }>(`
    select json_build_object(
      'name', p.proname,
      'arguments', coalesce((
        select json_agg(json_build_object('name', coalesce(p.proargnames[i], ''), 'type', format_type(t.oid, null),
          'optional', n.place > p.pronargs - p.pronargdefaults) order by i)
        from unnest(coalesce(p.proallargtypes, p.proargtypes::oid[])) with ordinality t (oid, i)
        cross join lateral (select count(*) as place from generate_series(1, i) g
          where coalesce(p.proargmodes[g], 'i') in ('i', 'b', 'v')) n
        where coalesce(p.proargmodes[i], 'i') in ('i', 'b', 'v')), '[]'),
      'returns', coalesce((
        select json_object_agg(p.proargnames[i], format_type(t.oid, null) order by i)
        from unnest(p.proallargtypes) with ordinality t (oid, i) where p.proargmodes[i] in ('o', 'b', 't')),
        to_json(pg_get_function_result(p.oid))),
      'roles', array(select r from unnest(${roles}) r where has_function_privilege(r, p.oid, 'execute')),
      'deprecated', obj_description(p.oid, 'pg_proc') ~* '\\mdeprecated:')::text as line
    from pg_proc p
    where p.pronamespace = 'public'::regnamespace and p.prokind in ('f', 'p') and p.prorettype <> 'trigger'::regtype
      and not exists (select from pg_depend d where d.objid = p.oid and d.deptype = 'e')
      and exists (select from unnest(${roles}) r where has_function_privilege(r, p.oid, 'execute'))
    order by p.proname, p.oid::regprocedure::text`)
  const columns = await sql.query<{ line: string }>(`
    select json_build_object(
      'name', c.relname || '.' || a.attname, 'type', format_type(a.atttypid, a.atttypmod),
      'rights', array(select r || ' ' || w from unnest(${roles}) r, unnest(array['select', 'insert', 'update']) w
        where has_column_privilege(r, c.oid, a.attnum, w) order by 1),
      'deprecated', col_description(c.oid, a.attnum) ~* '\\mdeprecated:'
        or obj_description(c.oid, 'pg_class') ~* '\\mdeprecated:')::text as line
    from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p', 'v', 'm')
      and not exists (select from pg_depend d where d.objid = c.oid and d.deptype = 'e')
      and exists (select from unnest(${roles}) r, unnest(array['select', 'insert', 'update']) w
        where has_column_privilege(r, c.oid, a.attnum, w))
    order by c.relname, a.attname`)
  const parse = <T extends { deprecated?: true }>({ line }: { line: string }): T => {
    const { deprecated, ...rest } = JSON.parse(line)
    return deprecated ? { ...rest, deprecated } : rest
  }
  return { functions: functions.map(parse<ApiFunction>), columns: columns.map(parse<ApiColumn>) }
}

/** One line for each function and column, so that a change is one line, too. */
export function writeApi({ functions, columns }: Api): string {
  const lines = (list: readonly object[]) => list.map((one) => `    ${JSON.stringify(one)}`).join(',\n')
  return `{\n  "functions": [\n${lines(functions)}\n  ],\n  "columns": [\n${lines(columns)}\n  ]\n}\n`
}

const isWithin = (some: readonly string[], all: readonly string[]): boolean => some.every((one) => all.includes(one))

/** What a caller of `before` would miss in `now`; null if nothing. */
function brokenCall(before: ApiFunction, now: ApiFunction): string | null {
  for (const argument of before.arguments) {
    const found = now.arguments.find(({ name }) => name === argument.name)
    if (!found) return `has no argument ${argument.name}`
    if (found.type !== argument.type) return `takes ${argument.name} as ${found.type} instead of ${argument.type}`
    if (argument.optional && !found.optional) return `asks for ${argument.name}`
  }
  const added = now.arguments.find(
    ({ name, optional }) => !optional && !before.arguments.some((argument) => argument.name === name)
  )
  if (added) return `asks for ${added.name}, which its callers do not know: give it a default`
  if (typeof before.returns === 'string' || typeof now.returns === 'string') {
    if (before.returns !== now.returns)
      return `returns ${JSON.stringify(now.returns)} instead of ${JSON.stringify(before.returns)}`
  } else {
    for (const [column, type] of Object.entries(before.returns)) {
      if (now.returns[column] !== type)
        return `returns ${column} as ${now.returns[column] ?? 'nothing'} instead of ${type}`
    }
  }
  return isWithin(before.roles, now.roles) ? null : `may be called by ${now.roles.join(', ') || 'nobody'} only`
}

/** What pages of the release before cannot do any more, a line each; what that release called deprecated may go. */
export function brokenApi(before: Api, now: Api): string[] {
  const broken: string[] = []
  for (const one of before.functions.filter(({ deprecated }) => !deprecated)) {
    const candidates = now.functions.filter(({ name }) => name === one.name)
    const reasons = candidates.map((candidate) => brokenCall(one, candidate))
    if (reasons.includes(null)) continue
    broken.push(`function ${one.name} ${reasons[0] ?? 'is gone'}`)
  }
  for (const one of before.columns.filter(({ deprecated }) => !deprecated)) {
    const found = now.columns.find(({ name }) => name === one.name)
    if (!found) broken.push(`column ${one.name} is gone`)
    else if (found.type !== one.type) broken.push(`column ${one.name} is ${found.type} instead of ${one.type}`)
    else {
      const lost = one.rights.filter((right) => !found.rights.includes(right))
      if (lost.length > 0) broken.push(`column ${one.name} lost: ${lost.join(', ')}`)
    }
  }
  return broken
}
