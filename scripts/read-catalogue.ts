import type { Sql } from 'postgres'

/** A column of a table, or of a function's result. `type` is the name in pg_type; that of an array begins with `_`. */
export interface Column {
  name: string
  type: string
  nullable: boolean
  has_default: boolean
  generated: boolean
  comment: string
}

export interface Relationship {
  name: string
  columns: string[]
  is_one_to_one: boolean
  referenced: string
  referenced_columns: string[]
}

export interface Relation {
  name: string
  kind: 'table' | 'view' | 'composite'
  comment: string
  columns: Column[]
  relationships: Relationship[]
}

export interface Func {
  name: string
  args: { name: string; type: string; has_default: boolean }[]
  columns: { name: string; type: string }[]
  returns: string
  is_set: boolean
  comment: string
}

/** What the schema `public` contains, in alphabetical order. */
export interface Catalogue {
  relations: Map<string, Relation>
  functions: Func[]
  /** Types with a closed list of values: enums, and domains over text that check against a list. */
  enums: Map<string, string[]>
  /** Sets of statuses that the rules of SQL name, such as app.is_paid. */
  statusSets: StatusSet[]
  /** Maximum characters of text columns, by table. */
  textLimits: Limits
  /** Maximum entries of list columns, by table. */
  listLimits: Limits
  /** Number of digits of codes, by table; including the schema `app`. */
  codeLengths: Limits
  /** Minimum and maximum of number columns, by table. */
  numberLimits: Limits<Bounds>
  /** Exclusive bounds of number columns, by table. */
  openLimits: Limits<OpenBounds>
  /** Numbers of rules that pages know: the functions without arguments whose comment says `@shared`. */
  rules: Rule[]
  /** How many of something may exist at the same time, by the purpose in `app.limits`. */
  mostAtOnce: { purpose: string; most: number }[]
  /** Lists of prices: car types' parcel types, options and cancellation slabs. */
  priceLists: Limits<PriceList>
  bucketLimits: BucketLimit[]
  /** Patterns and closed lists of the settings' texts. */
  patterns: Limits<string>
  choices: Limits<string[]>
}

/** A number of a rule: `app.<name>()`. A time is in milliseconds. */
export interface Rule {
  name: string
  value: number
  isTime: boolean
  comment: string
}

/** A named set of statuses: `name` is that of the function without `is_`. */
export interface StatusSet {
  name: string
  statuses: string[]
  comment: string
}

export type Limits<Limit = number> = Map<string, { column: string; limit: Limit }[]>

/** The minimum and maximum of a number, both inclusive. */
export type Bounds = [number, number]

/** Limits of a bucket; null for none. */
export interface BucketLimit {
  name: string
  size: number | null
  types: string[] | null
}

/** Bounds of a number by kind: `from` and `to` are inclusive, `above` and `below` exclusive. */
export type OpenBounds = Partial<Record<'from' | 'above' | 'to' | 'below', number>>

/** Limits of a price list: number of rows, largest number, length of a description. */
export interface PriceList {
  entries: number
  most: number
  description: number | null
}

async function readRelations(sql: Sql): Promise<Relation[]> {
  return sql<Relation[]>`
    select c.relname as name, case c.relkind when 'v' then 'view' when 'c' then 'composite' else 'table' end as kind,
      coalesce(obj_description(c.oid, 'pg_class'), obj_description(c.reltype, 'pg_type'), '') as comment,
      (select json_agg(json_build_object('name', a.attname, 'type', t.typname,
          'nullable', not a.attnotnull and not (t.typtype = 'd' and t.typnotnull),
          'has_default', a.atthasdef or a.attidentity <> '',
          'generated', a.attgenerated <> '' or a.attidentity = 'a',
          'comment', coalesce(col_description(c.oid, a.attnum), '')) order by a.attname)
        from pg_attribute a join pg_type t on t.oid = a.atttypid
        where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped) as columns,
      coalesce((select json_agg(json_build_object('name', k.conname, 'referenced', r.relname,
          'columns', (select json_agg(a.attname order by x.n) from unnest(k.conkey) with ordinality x (num, n)
            join pg_attribute a on a.attrelid = k.conrelid and a.attnum = x.num),
          'referenced_columns', (select json_agg(a.attname order by x.n) from unnest(k.confkey) with ordinality x (num, n)
            join pg_attribute a on a.attrelid = k.confrelid and a.attnum = x.num),
          'is_one_to_one', exists (select 1 from pg_constraint u where u.conrelid = k.conrelid and u.contype in ('p', 'u')
            and u.conkey @> k.conkey and u.conkey <@ k.conkey)) order by k.conname)
        from pg_constraint k join pg_class r on r.oid = k.confrelid
        where k.conrelid = c.oid and k.contype = 'f' and r.relnamespace = c.relnamespace), '[]') as relationships
    from pg_class c
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p', 'v', 'c')
      and not exists (select 1 from pg_depend d where d.classid = 'pg_class'::regclass and d.objid = c.oid and d.deptype = 'e')
    order by c.relname`
}

async function readFunctions(sql: Sql): Promise<Func[]> {
  return sql<Func[]>`
    select p.proname as name, t.typname as returns, p.proretset as is_set, coalesce(obj_description(p.oid, 'pg_proc'), '') as comment,
      coalesce((select json_agg(json_build_object('name', p.proargnames[x.n], 'type', i.typname,
          'has_default', x.n > p.pronargs - p.pronargdefaults) order by x.n)
        from unnest(p.proargtypes::oid[]) with ordinality x (type, n) join pg_type i on i.oid = x.type), '[]') as args,
      coalesce((select json_agg(json_build_object('name', p.proargnames[x.n], 'type', o.typname) order by x.n)
        from unnest(p.proallargtypes, p.proargmodes) with ordinality x (type, mode, n) join pg_type o on o.oid = x.type
        where x.mode = 't'), '[]') as columns
    from pg_proc p join pg_type t on t.oid = p.prorettype
    where p.pronamespace = 'public'::regnamespace and p.prokind = 'f' and t.typname <> 'trigger'
      and not exists (select 1 from pg_depend d where d.classid = 'pg_proc'::regclass and d.objid = p.oid and d.deptype = 'e')
    order by p.proname`
}

async function readEnums(sql: Sql): Promise<Map<string, string[]>> {
  const rows = await sql<{ name: string; values: string[] }[]>`
    select t.typname as name, array_agg(e.enumlabel order by e.enumsortorder) as values
    from pg_type t join pg_enum e on e.enumtypid = t.oid where t.typnamespace = 'public'::regnamespace group by 1
    union all
    select t.typname, array(select m[1] from regexp_matches(pg_get_constraintdef(k.oid), '''([^'']*)''::text', 'g') m)
    from pg_type t join pg_constraint k on k.contypid = t.oid
    where t.typnamespace = 'public'::regnamespace and t.typtype = 'd'
    order by 1`
  return new Map(rows.map((row) => [row.name, row.values]))
}

/**
 * Reads numbers in check constraints of columns, the smallest of each column.
 *
 * @param about pattern of a constraint about the column, in which `%s` is the column @param number pattern of the number in it
 */
async function readLimits(sql: Sql, schemas: string[], about: string, number: string): Promise<Limits> {
  const rows = await sql<{ table: string; column: string; limit: number }[]>`
    select c.relname as table, a.attname as column, min(b.bound[1]::integer)::integer as limit
    from pg_constraint k join pg_class c on c.oid = k.conrelid join pg_attribute a on a.attrelid = c.oid and a.attnum = any (k.conkey)
    cross join lateral regexp_matches(pg_get_constraintdef(k.oid), ${number}, 'g') b (bound)
    where k.contype = 'c' and c.relnamespace::regnamespace::text = any (${schemas})
      and pg_get_constraintdef(k.oid) ~ replace(${about}, '%s', quote_ident(a.attname))
    group by 1, 2 order by 1, 2`
  return byTable(rows)
}

function byTable<Limit>(rows: { table: string; column: string; limit: Limit }[]): Limits<Limit> {
  const limits: Limits<Limit> = new Map()
  for (const { table, ...limit } of rows) limits.set(table, [...(limits.get(table) ?? []), limit])
  return limits
}

/** Reads the bounds of columns of `public` that have a check `column between a and b`. */
async function readBounds(sql: Sql): Promise<Limits<Bounds>> {
  const rows = await sql<{ table: string; column: string; least: string; most: string }[]>`
    select c.relname as table, a.attname as column, b.bound[1] as least, b.bound[2] as most
    from pg_constraint k join pg_class c on c.oid = k.conrelid join pg_attribute a on a.attrelid = c.oid and a.attnum = any (k.conkey)
    cross join lateral regexp_match(pg_get_constraintdef(k.oid), replace(
      '^CHECK \\(\\(\\(%s >= [(]?''?(-?[0-9.]+)''?[)]?[:a-z]*\\) AND \\(%s <= [(]?''?(-?[0-9.]+)''?[)]?[:a-z]*\\)\\)\\)$', '%s', quote_ident(a.attname))) b (bound)
    where k.contype = 'c' and c.relnamespace = 'public'::regnamespace and b.bound is not null and cardinality(k.conkey) = 1
    order by 1, 2`
  return byTable(rows.map(({ least, most, ...row }) => ({ ...row, limit: [Number(least), Number(most)] as Bounds })))
}

const openTables = ['promos', 'tariff_windows', 'zones']
const comparisons = { '>=': 'from', '>': 'above', '<=': 'to', '<': 'below' } as const

/** Reads the bounds of columns with exclusive ones; the check has one comparison after the other: `amount >= (0)::numeric`. */
async function readOpenBounds(sql: Sql): Promise<Limits<OpenBounds>> {
  const rows = await sql<{ table: string; column: string; sign: keyof typeof comparisons; bound: string }[]>`
    select c.relname as table, b.found[1] as column, b.found[2] as sign, b.found[3] as bound
    from pg_constraint k join pg_class c on c.oid = k.conrelid cross join lateral
      regexp_matches(pg_get_constraintdef(k.oid), '\\((\\w+) ([<>]=?) \\(?(-?[0-9.]+)\\)', 'g') b (found)
    where k.contype = 'c' and cardinality(k.conkey) = 1 and c.relname = any (${openTables}) and c.relnamespace = 'public'::regnamespace
    order by 1, 2, 3 desc`
  const limits: Limits<OpenBounds> = new Map()
  for (const { table, column, sign, bound } of rows) {
    const columns = limits.get(table) ?? []
    const known = columns.find((one) => one.column === column) ?? { column, limit: {} }
    known.limit[comparisons[sign]] = Number(bound)
    limits.set(table, [...columns.filter((one) => one !== known), known])
  }
  const excludes = ({ column, limit }: { column: string; limit: OpenBounds }) =>
    column !== 'version' && ('above' in limit || 'below' in limit)
  return new Map([...limits].map(([table, columns]) => [table, columns.filter(excludes)]))
}

/** The functions of `app` that only say whether a status of a booking belongs to a set. */
async function readStatusSets(sql: Sql, statuses: readonly string[]): Promise<StatusSet[]> {
  const named = await sql<{ name: string; comment: string }[]>`
    select p.proname as name, coalesce(obj_description(p.oid, 'pg_proc'), '') as comment from pg_proc p
    where p.pronamespace = 'app'::regnamespace and p.provolatile = 'i' and p.prorettype = 'boolean'::regtype
      and p.pronargs = 1 and p.proargtypes[0] = 'public.booking_status'::regtype order by 1`
  return Promise.all(
    named.map(async ({ name, comment }) => ({
      name: name.replace(/^is_/, ''),
      comment,
      statuses: (
        await sql<{ status: string }[]>`
          select s.status from unnest(${statuses}::text[]) with ordinality s (status, place)
          where app.${sql(name)}(s.status) order by s.place`
      ).map(({ status }) => status)
    }))
  )
}

async function readRules(sql: Sql): Promise<Rule[]> {
  const named = await sql<{ name: string; isTime: boolean; comment: string }[]>`
    select p.proname as name, p.prorettype = 'interval'::regtype as "isTime", d.comment from pg_proc p
    cross join lateral obj_description(p.oid, 'pg_proc') d (comment)
    where p.pronamespace = 'app'::regnamespace and p.pronargs = 0 and d.comment ~ '@shared' order by 1`
  return Promise.all(
    named.map(async ({ comment, ...rule }) => {
      const [row] = await sql<{ value: number }[]>`
        select case when pg_typeof(r.value) = 'interval'::regtype then extract(epoch from r.value::text::interval) * 1000
          else r.value::text::numeric end::float8 as value
        from (select app.${sql(rule.name)}() as value) r`
      return { ...rule, comment: comment.replace(' @shared', ''), value: row?.value ?? Number.NaN }
    })
  )
}

/** The arguments of app.is_price_list in checks of columns. */
async function readPriceLists(sql: Sql): Promise<Limits<PriceList>> {
  const rows = await sql<{ table: string; column: string; limits: [string, string, string] }[]>`
    select c.relname as table, a.attname as column, b.bound as limits
    from pg_constraint k join pg_class c on c.oid = k.conrelid join pg_attribute a on a.attrelid = c.oid and a.attnum = any (k.conkey)
    cross join lateral regexp_match(pg_get_constraintdef(k.oid),
      'is_price_list\\(\\w+, ''[^'']+''::text\\[\\], ([0-9]+), \\(?([0-9]+)\\)?::numeric, (NULL|[0-9]+)') b (bound)
    where k.contype = 'c' and c.relnamespace = 'public'::regnamespace and b.bound is not null
    order by 1, 2`
  return byTable(
    rows.map(({ limits: [entries, most, description], ...row }) => ({
      ...row,
      limit: {
        entries: Number(entries),
        most: Number(most),
        description: description === 'NULL' ? null : Number(description)
      }
    }))
  )
}

/** Reads the patterns of columns of `settings` that have a check `column ~ 'pattern'`, converted to the browser's syntax. */
async function readPatterns(sql: Sql): Promise<Limits<string>> {
  const rows = await sql<{ table: string; column: string; limit: string }[]>`
    select 'settings' as table, f.found[1] as column, replace(f.found[2], '[:space:]', '\\s') as limit
    from pg_constraint k cross join lateral regexp_match(pg_get_constraintdef(k.oid), '^CHECK \\(\\((\\w+) ~ ''(.*)''::text\\)\\)$') f (found)
    where k.contype = 'c' and k.conrelid = 'public.settings'::regclass and f.found is not null order by 2`
  return byTable(rows)
}

/** Columns of `settings` with a closed list of values. */
async function readChoices(sql: Sql): Promise<Limits<string[]>> {
  const rows = await sql<{ table: string; column: string; limit: string[] }[]>`
    select 'settings' as table, f.found[1] as column,
      array(select m[1] from regexp_matches(f.found[2], '''([^'']*)''::text', 'g') m) as limit
    from pg_constraint k cross join lateral regexp_match(pg_get_constraintdef(k.oid), '^CHECK \\(\\((\\w+) = ANY \\(ARRAY\\[(.*)\\]\\)\\)\\)$') f (found)
    where k.contype = 'c' and k.conrelid = 'public.settings'::regclass and f.found is not null order by 2`
  return byTable(rows)
}

/** Reads tables, views, functions and closed lists of the schema `public`, without those of extensions. */
export async function readCatalogue(sql: Sql): Promise<Catalogue> {
  const relations = await readRelations(sql)
  const enums = await readEnums(sql)
  return {
    relations: new Map(relations.map((relation) => [relation.name, relation])),
    functions: await readFunctions(sql),
    enums,
    statusSets: await readStatusSets(sql, enums.get('booking_status') ?? []),
    // From checks such as `length(name) <= 80`, also if that is one bound among others or within `greatest`.
    textLimits: await readLimits(sql, ['public'], '\\mlength\\(%s\\)', '<= ([0-9]+)'),
    listLimits: await readLimits(
      sql,
      ['public', 'app'],
      '\\m(?:jsonb_array_length|cardinality)\\(%s\\)',
      '(?:jsonb_array_length|cardinality)\\(\\w+\\) <= ([0-9]+)'
    ),
    codeLengths: await readLimits(sql, ['public', 'app'], '\\m%s ~ ', "'\\^\\[0-9\\]\\{([0-9]+)\\}\\$'"),
    numberLimits: await readBounds(sql),
    openLimits: await readOpenBounds(sql),
    rules: await readRules(sql),
    mostAtOnce: await sql<{ purpose: string; most: number }[]>`
      select l.purpose, l.most from app.limits l where l.seconds is null order by 1`,
    priceLists: await readPriceLists(sql),
    patterns: await readPatterns(sql),
    choices: await readChoices(sql),
    bucketLimits: await sql<BucketLimit[]>`
      select name, file_size_limit::integer as size, allowed_mime_types as types from storage.buckets order by name`
  }
}
