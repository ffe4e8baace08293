/** The lines of functions.txt, and calls of their functions. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Sql } from './people.ts'

export const roles = ['anon', 'rider', 'driver', 'fleetadmin', 'admin', 'service'] as const
export type Role = (typeof roles)[number]
export const staffRoles = ['owner', 'finance', 'support', 'dispatcher'] as const
export type StaffRole = (typeof staffRoles)[number]

/** A line of functions.txt. */
export interface Line {
  name: string
  /** For titles of tests: the function's name, or the whole call if an earlier line has the same name. */
  label: string
  /** The example call: `public.name(arguments)`. */
  call: string
  mayCall: ReadonlySet<Role>
  serves: ReadonlySet<Role>
  suspended: 'refused' | 'open' | 'open to staff'
  /** The staff roles that may call it; `null` if it asks for no permission. */
  staff: ReadonlySet<StaffRole> | null
  /** True for a change of the admin's own account, which needs no permission. */
  isOwn: boolean
  log: 'logged' | 'silent' | '-'
  demo: 'refused' | 'allowed' | '-'
}

const people = ['rider', 'driver', 'fleetadmin', 'admin'] as const
const callers: Record<string, readonly Role[]> = {
  visitors: ['anon', ...people, 'service'],
  people: [...people, 'service'],
  service: ['service']
}
const groups: Record<string, readonly Role[]> = { '-': [], people, everyone: ['anon', ...people] }
const staffGroups: Record<string, readonly StaffRole[]> = { all: staffRoles }
const suspended: Record<string, Line['suspended']> = { '-': 'refused', open: 'open', 'staff too': 'open to staff' }

class Misread extends Error {
  constructor(what: string, line: string) {
    super(`functions.txt: ${what}: ${line}`)
  }
}

/** The words of a cell that lists roles. */
function rolesIn<R extends string>(cell: string, all: readonly R[], named: Record<string, readonly R[]>): Set<R> {
  const words = cell.split(', ').flatMap((word) => named[word] ?? [word as R])
  if (words.some((word) => !all.includes(word))) throw new Misread('no such role', cell)
  return new Set(words)
}

function oneOf<W extends string>(cell: string, words: readonly W[]): W {
  if (!words.includes(cell as W)) throw new Misread('no such word', cell)
  return cell as W
}

function readLine(text: string, names: Set<string>): Line {
  const [, table = '', why] = /^(.*\))(?: {2}# (\S.*))?$/.exec(text) ?? []
  const cells = table.split(' | ', 7).map((cell) => cell.trim())
  const [name = '', mayCall = '', serves = '', closed = '', staff = '', log = '', demo = ''] = cells
  const call = table.split(' | ').slice(7).join(' | ')
  if (!/^\w+$/.test(name) || !/^\(.*\)$/.test(call)) throw new Misread('not understood', text)
  if (!callers[mayCall] || !suspended[closed]) throw new Misread('no such word', text)
  // Visitors can call these functions, so a suspended person can, too.
  if ((closed !== '-' && mayCall !== 'visitors') !== (why !== undefined))
    throw new Misread('a function needs a reason if it is open to suspended people, and only then', text)
  const isFirst = !names.has(name)
  names.add(name)
  return {
    name,
    label: isFirst ? name : `${name}${call}`,
    call: `public.${name}${call}`,
    mayCall: new Set(callers[mayCall]),
    serves: rolesIn(serves, roles, groups),
    suspended: suspended[closed],
    staff:
      staff === '-' || staff === 'self'
        ? null
        : new Set(['owner' as const, ...rolesIn(staff, staffRoles, staffGroups)]),
    isOwn: staff === 'self',
    log: oneOf(log, ['logged', 'silent', '-']),
    demo: oneOf(demo, ['refused', 'allowed', '-'])
  }
}

/** The lines of functions.txt after its heading. */
export function readFunctions(): Line[] {
  const names = new Set<string>()
  return readFileSync(join(import.meta.dirname, '../functions.txt'), 'utf8')
    .split('\n')
    .filter((line) => line.trim() !== '' && !line.startsWith('#') && !line.startsWith('function '))
    .map((line) => readLine(line, names))
}

/** SQL that creates tests.try_call: it runs a statement as a role, rolls it back and returns the outcome. */
export const tryCall = `
  create function tests.try_call(role text, statement text) returns text language plpgsql security definer as $try$
  declare v_rows bigint;
  begin
    perform set_config('request.jwt.claims', case role when 'anon' then '{"role": "anon"}' when 'service' then '{"role": "service_role"}'
      else tests.claims(case role when 'driver' then 'driver2' when 'fleetadmin' then 'fleet' else role end) end, true);
    begin
      -- A page without rows is no answer.
      execute format('select count(t.answer) filter (where to_jsonb(t.answer) -> ''rows'' is distinct from ''[]'') from (%s) t (answer)', statement) into v_rows;
      raise sqlstate 'TT000' using message = case when v_rows > 0 then 'served' else 'nothing' end;
    exception when others then
      perform set_config('request.jwt.claims', '', true);
      return case when sqlstate = 'TT000' then sqlerrm when sqlstate like 'PT4__' then 'refused: ' || sqlerrm else sqlstate || ' ' || sqlerrm end;
    end;
  end $try$`

/** The functions of the API, and the roles that may execute each. */
export async function findFunctions(tx: Sql): Promise<Map<string, Set<Role>>> {
  const rows = await tx<{ name: string; anon: boolean; people: boolean; service: boolean }[]>`
    select p.proname::text as name, has_function_privilege('anon', p.oid, 'execute') as anon,
      has_function_privilege('authenticated', p.oid, 'execute') as people, has_function_privilege('service_role', p.oid, 'execute') as service
    from pg_proc p where p.pronamespace = 'public'::regnamespace
      and not exists (select 1 from pg_depend d where d.objid = p.oid and d.classid = 'pg_proc'::regclass and d.deptype = 'e') order by 1`
  return new Map(
    rows.map(({ name, ...may }) => [
      name,
      new Set(roles.filter((role) => (role === 'anon' || role === 'service' ? may[role] : may.people)))
    ])
  )
}

export interface Tried {
  line: Line
  role: Role
  outcome: string
}

/** Calls each function as each role that may execute it. Needs tests.try_call. */
export async function callAll(tx: Sql, lines: readonly Line[], may: Map<string, Set<Role>>): Promise<Tried[]> {
  const cases = lines.flatMap((line) =>
    roles.filter((role) => may.get(line.name)?.has(role)).map((role) => ({ line, role }))
  )
  const rows = await tx<{ outcome: string }[]>`
    select tests.try_call(c.role, c.statement) as outcome
    from unnest(${cases.map(({ role }) => role)}::text[], ${cases.map(({ line }) => `select ${line.call}`)}::text[]) with ordinality c (role, statement, at)
    order by c.at`
  return cases.map((one, at) => ({ ...one, outcome: rows[at]?.outcome ?? '' }))
}

/** The parts of a list at its outer commas; quotes and brackets keep theirs. */
function splitList(text: string): string[] {
  const parts = ['']
  let depth = 0
  for (const [token] of text.matchAll(/'(?:[^']|'')*'|[^']/g)) {
    if ('([{'.includes(token)) depth += 1
    if (')]}'.includes(token)) depth -= 1
    if (token === ',' && depth === 0) parts.push('')
    else parts[parts.length - 1] += token
  }
  return parts.map((part) => part.trim()).filter((part) => part !== '')
}

/** The arguments of a line's call as SQL, by name; `names` are those of the function, in order. */
export function argumentsOf({ call, name }: Line, names: readonly string[]): Map<string, string> {
  const list = splitList(call.slice(`public.${name}(`.length, -1))
  return new Map(
    list.map((part, at) => {
      const [, named, value] = /^(\w+) => (.*)$/.exec(part) ?? []
      return [named ?? names[at] ?? '', value ?? part]
    })
  )
}
