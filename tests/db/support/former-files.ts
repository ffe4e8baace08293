/** What a token still does with files: every bucket of the catalogue, with a file of each person of the matrix and of others. */
import type postgres from 'postgres'
import { rolledBackPart } from './outcomes.ts'

/** One file in each bucket for each person, and the statements that add one. `tests.tokens` has the people. */
export const files = `
  create table tests.files (bucket text, name text, owner uuid);
  insert into tests.files
    select 'users', o.id || '/license-old', o.id from unnest(array(select tests.id(t.name) from tests.tokens t) || tests.id('driver4')) o (id)
    union all select 'shifts', o.id || '/front', o.id from unnest(array(select tests.id(t.name) from tests.tokens t) || tests.id('driver4')) o (id)
    union all select 'bookings', b.id || '/pickup_image', b.driver_id from public.bookings b where b.driver_id is not null
    union all select b.id, 'logo-old', null from storage.buckets b where b.id not in ('users', 'shifts', 'bookings');
  insert into storage.objects (bucket_id, name) select f.bucket, f.name from tests.files f on conflict do nothing;
  select tests.pass_files();
  create table tests.uploads (bucket text, name text, owner uuid);
  insert into tests.uploads
    select f.bucket, case f.bucket when 'bookings' then split_part(f.name, '/', 1) || '/deliver_image' else replace(f.name, 'old', 'new') || 'x' end, f.owner from tests.files f;
  grant select on tests.files, tests.uploads to public;
  grant usage on schema storage to public;`

export interface Reached {
  deed: string
  bucket: string
  name: string
}

/** The acting token tries one deed with each file of a table; a file that it does not reach is left out. */
async function tried(
  tx: postgres.TransactionSql,
  act: (inner: postgres.TransactionSql) => Promise<void>,
  { deed, table, statement }: { deed: string; table: 'files' | 'uploads'; statement: string }
): Promise<Reached[]> {
  const reached: Reached[] = []
  for (const { bucket, name } of await tx.unsafe<{ bucket: string; name: string }[]>(
    `select t.bucket, t.name from tests.${table} t`
  )) {
    const count = await rolledBackPart(tx, async (inner) => {
      await act(inner)
      return (await inner.unsafe(statement, [bucket, name])).count
    }).catch((error: { code?: string }) => {
      if (error.code !== '42501' && !error.code?.startsWith('PT4')) throw error
      return 0
    })
    if (count > 0) reached.push({ deed, bucket, name })
  }
  return reached
}

/** The files that the acting token reads, replaces, deletes and adds. */
export async function reachedFiles(
  tx: postgres.TransactionSql,
  act: (inner: postgres.TransactionSql) => Promise<void>
): Promise<Reached[]> {
  await tx`select set_config('storage.allow_delete_query', 'true', true)`
  const one = 'o.bucket_id = $1 and o.name = $2'
  return [
    ...(await tried(tx, act, {
      deed: 'reads',
      table: 'files',
      statement: `select from storage.objects o where ${one}`
    })),
    ...(await tried(tx, act, {
      deed: 'replaces',
      table: 'files',
      statement: `update storage.objects o set metadata = '{}' where ${one}`
    })),
    ...(await tried(tx, act, {
      deed: 'deletes',
      table: 'files',
      statement: `delete from storage.objects o where ${one}`
    })),
    ...(await tried(tx, act, {
      deed: 'adds',
      table: 'uploads',
      statement: 'insert into storage.objects (bucket_id, name) values ($1, $2)'
    }))
  ]
}
