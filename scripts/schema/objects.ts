/**
 * Reads supabase/schemas as objects: what each file creates, and which objects the definition of each one names. A body names
 * its functions only when it runs, so PostgreSQL knows nothing of most of these references.
 */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { loadModule, type Node, parseSync, type RangeVar } from 'libpg-query'
import { sourcePaths } from '../migrations/sources.ts'

/** A floor may use those before it, in every domain. */
export const floors = ['kernel', 'records', 'rules', 'flows', 'wiring'] as const

export type Floor = (typeof floors)[number]

/** Where a file stands: supabase/schemas/<domain>/<floor>/<level>_<concept>.sql. */
export interface Place {
  path: string
  domain: string
  floor: Floor
  /** A file may use those of its folder with a lower level. */
  level: number
  /** Position of the domain in schema_paths, which is the same on every floor. */
  rank: number
}

export interface SchemaObject {
  /** Kind and name, such as `function app.now` or `policy people read their own row on public.profiles`. */
  key: string
  /** The qualified name under which others use it; null for policies, triggers, indexes and statements. */
  name: string | null
  place: Place
  /** Lines of its longest definition without comments; functions with one name are one object. */
  lines: number
  /** The table of a policy, trigger, index or `alter table`. */
  on: string | null
  /** Qualified names in its definitions, without comments and strings; those of a call end with a bracket. */
  names: Set<string>
  /** Whether a function's own body writes: rows, settings of the session, or to another service. */
  writes: boolean
}

const writing =
  /\b(?:insert\s+into|delete\s+from|truncate|merge\s+into|update\s+(?:only\s+)?(?:public|app|auth|storage|cron|realtime)\.|nextval\(|setval\(|realtime\.send|cron\.(?:un)?schedule|set_config\()/i

/** SQL without comments; of strings only those stay that PostgreSQL reads as a name at once. */
export function codeOf(sql: string): string {
  return sql.replace(
    /--[^\n]*|\/\*[\s\S]*?\*\/|'((?:[^']|'')*)'(\s*::\s*reg\w+)?/g,
    (found, text, cast, at: number) => {
      if (text === undefined) return ' '
      return cast !== undefined || sql.slice(0, at).endsWith('nextval(') ? ` ${text} ` : found === '' ? '' : "''"
    }
  )
}

/** What this file reads of any statement; each kind has some of these. */
interface Fields {
  relation?: RangeVar
  view?: RangeVar
  sequence?: RangeVar
  typevar?: RangeVar
  table?: RangeVar
  funcname?: Node[]
  domainname?: Node[]
  typeName?: Node[]
  idxname?: string
  policy_name?: string
  trigname?: string
  funccall?: { funcname?: Node[] }
}

const textOf = (node: Node | undefined): string => (node && 'String' in node ? (node.String.sval ?? '') : '')
const named = (list: readonly Node[] | undefined): string => (list ?? []).map(textOf).slice(-2).join('.')
const relation = (range: RangeVar | undefined): string => `${range?.schemaname ?? 'public'}.${range?.relname ?? ''}`

/** Key, name and table of what a statement creates; null for what belongs to another object: comments and grants. */
function created(statement: Node, id: string): Pick<SchemaObject, 'key' | 'name' | 'on'> | null {
  const [kind = '', value = {}] = (Object.entries(statement)[0] ?? []) as [string?, Fields?]
  const own = (what: string, name: string) => ({ key: `${what} ${name}`, name, on: null })
  const part = (what: string, name: string | undefined, on: string) => ({
    key: `${what} ${name} on ${on}`,
    name: null,
    on
  })
  switch (kind) {
    case 'CreateStmt':
      return own('table', relation(value.relation))
    case 'ViewStmt':
      return own('view', relation(value.view))
    case 'CreateSeqStmt':
      return own('sequence', relation(value.sequence))
    case 'CompositeTypeStmt':
      return own('type', relation(value.typevar))
    case 'CreateFunctionStmt':
      return own('function', named(value.funcname))
    case 'CreateDomainStmt':
      return own('type', named(value.domainname))
    case 'CreateEnumStmt':
      return own('type', named(value.typeName))
    case 'IndexStmt':
      return part('index', value.idxname, relation(value.relation))
    case 'CreatePolicyStmt':
      return part('policy', value.policy_name, relation(value.table))
    case 'CreateTrigStmt':
      return part('trigger', value.trigname, relation(value.relation))
    case 'AlterTableStmt':
    case 'InsertStmt':
      return part('statement', id, relation(value.relation))
    case 'CommentStmt':
    case 'GrantStmt':
      return null
    case 'CallStmt':
      return named(value.funccall?.funcname) === 'app.describe'
        ? null
        : { key: `statement ${id}`, name: null, on: null }
    default:
      return { key: `statement ${id}`, name: null, on: null }
  }
}

function placeOf(path: string, ranks: Map<string, number>): Place {
  const [, , domain = '', floor = '', file = ''] = path.split('/')
  if (!floors.includes(floor as Floor)) throw new Error(`${path} is on no floor: ${floors.join(', ')}`)
  const level = Number(/^(\d+)_/.exec(file)?.[1] ?? Number.NaN)
  if (Number.isNaN(level)) throw new Error(`${path} has no level: name it 1_${file}`)
  if (!ranks.has(domain)) ranks.set(domain, ranks.size)
  return { path, domain, floor: floor as Floor, level, rank: ranks.get(domain) ?? 0 }
}

/** Reads the objects of some sources, in the order of the files. */
export function objectsOf(sources: readonly (readonly [path: string, sql: string])[]): SchemaObject[] {
  const objects = new Map<string, SchemaObject>()
  const ranks = new Map<string, number>()
  for (const [path, sql] of sources) {
    const place = placeOf(path, ranks)
    const bytes = Buffer.from(sql)
    for (const { stmt, stmt_location: at = 0, stmt_len: length } of parseSync(sql).stmts ?? []) {
      const found = stmt && created(stmt, `${path}:${at}`)
      if (!found) continue
      const text = bytes.subarray(at, length === undefined ? undefined : at + length).toString()
      const code = codeOf(text)
      const object = objects.get(found.key) ?? { ...found, place, lines: 0, names: new Set<string>(), writes: false }
      objects.set(found.key, object)
      if (object.place.path !== path) throw new Error(`${found.key} is in ${object.place.path} and in ${path}`)
      object.lines = Math.max(
        object.lines,
        text
          .trim()
          .split('\n')
          .filter((line) => !/^\s*(?:--|$)/.test(line)).length
      )
      object.writes ||= writing.test(code)
      for (const [, name = ''] of code.matchAll(/\b((?:app|public)\.\w+\b\(?)/g)) object.names.add(name)
    }
  }
  return [...objects.values()]
}

/** Reads the objects of the repository's sources. */
export async function readObjects(root: string): Promise<SchemaObject[]> {
  await loadModule()
  const paths = await sourcePaths(root)
  return objectsOf(
    await Promise.all(paths.map(async (path) => [path, await readFile(join(root, 'supabase', path), 'utf8')] as const))
  )
}

export interface Reference {
  from: SchemaObject
  to: SchemaObject
}

/** Each use of one object by another. A function may have a result type of the same name; only a call means the function. */
export function referencesOf(objects: readonly SchemaObject[]): Reference[] {
  const known = new Map(objects.filter(({ name }) => name !== null).map((object) => [nameOf(object), object]))
  const find = (name: string) => known.get(name) ?? known.get(name.endsWith('(') ? name.slice(0, -1) : `${name}(`)
  return objects.flatMap((from) => {
    const used = new Set([...from.names].map(find))
    return [...used].flatMap((to) => (to && to !== from ? [{ from, to }] : []))
  })
}

const nameOf = ({ key, name }: SchemaObject): string => (key.startsWith('function ') ? `${name}(` : (name ?? ''))
