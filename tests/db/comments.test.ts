/** The database's comments appear in the generated types. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { ask } from './support/outcomes.ts'

const read = (path: string): string => readFileSync(join(import.meta.dirname, '../..', path), 'utf8')

const words = (text: string): string =>
  text
    .replaceAll('*/', '* /')
    .replace(/[\s*]+/g, ' ')
    .trim()

/** Objects of extensions are not ours; trigger functions are not part of the API. */
const comments = `
  select pg_describe_object(d.classoid, d.objoid, d.objsubid) as name, d.description as comment
  from pg_description d
  left join pg_class c on d.classoid = 'pg_class'::regclass and c.oid = d.objoid and c.relkind in ('r', 'p', 'v')
  left join pg_proc p on d.classoid = 'pg_proc'::regclass and p.oid = d.objoid and p.prorettype <> 'trigger'::regtype
  where coalesce(c.relnamespace, p.pronamespace) = 'public'::regnamespace
    and not exists (select 1 from pg_depend x where x.classid = d.classoid and x.objid = d.objoid and x.deptype = 'e')`

it('the generated types contain every comment on tables, columns and functions', async () => {
  const types = words(read('src/types/database.ts'))
  const found = await ask<{ name: string; comment: string }>(comments)
  expect(found.length).toBeGreaterThan(300)
  expect(found.filter(({ comment }) => !types.includes(words(comment))).map(({ name }) => name)).toEqual([])
})
