import type { Sql } from 'postgres'

/** A column of a table; `references` is the target of a foreign key that has only this column. */
export interface DrawnColumn {
  name: string
  type: string
  nullable: boolean
  isKey: boolean
  references: string | null
}

/** A table of `public`, or of `app` with its schema in the name. */
export interface DrawnTable {
  name: string
  columns: DrawnColumn[]
}

/** Reads our tables with their columns in order, without those of extensions. */
export async function readTables(sql: Sql): Promise<DrawnTable[]> {
  return sql<DrawnTable[]>`
    with ours as (select c.oid, case n.nspname when 'app' then 'app.' else '' end || c.relname as name
      from pg_class c join pg_namespace n on n.oid = c.relnamespace
      where n.nspname in ('public', 'app') and c.relkind in ('r', 'p')
        and not exists (select 1 from pg_depend d where d.classid = 'pg_class'::regclass and d.objid = c.oid and d.deptype = 'e'))
    select o.name, (select json_agg(json_build_object('name', a.attname, 'nullable', not a.attnotnull,
        'type', case when t.typcategory = 'A' then e.typname || '[]' else t.typname end,
        'isKey', exists (select 1 from pg_constraint k where k.conrelid = o.oid and k.contype = 'p' and a.attnum = any (k.conkey)),
        'references', (select min(r.name) from pg_constraint k join ours r on r.oid = k.confrelid
          where k.conrelid = o.oid and k.contype = 'f' and a.attnum = k.conkey[1])) order by a.attnum)
      from pg_attribute a join pg_type t on t.oid = a.atttypid left join pg_type e on e.oid = t.typelem
      where a.attrelid = o.oid and a.attnum > 0 and not a.attisdropped) as columns
    from ours o order by o.name`
}
