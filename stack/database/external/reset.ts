import { Failure } from '../../failure.ts'
import type { Sql } from '../../types.ts'
import { notPostgres, objects } from './inspect.ts'

/**
 * Schemas that a reset drops with all their objects. The bootstrap created all of them except `seed`, which the generation of
 * past bookings creates. The schema `extensions` is not dropped, because other programs may use its objects.
 */
const own = ['auth', 'storage', 'realtime', 'supabase_migrations', 'stack', 'seed']

const contents = `select o.schema || '.' || o.name as found from (${objects}) o
  where ${notPostgres} and o.schema not in ('auth', 'storage', 'realtime', 'supabase_migrations', 'stack', 'seed', 'cron')`

/**
 * Records the names of all objects outside of the schemas `own` and `cron`. Call it right after bootstrap and migrations have
 * created these objects. A reset can then distinguish them from objects that were added later.
 */
export async function recordMade(tx: Sql): Promise<void> {
  await tx.exec('create table if not exists stack.made (name text primary key)')
  await tx.exec(`insert into stack.made ${contents} on conflict do nothing`)
}

/**
 * Empties a database that was empty when the stack first used it.
 *
 * @throws Failure if the database was not empty then, or now contains objects that the stack did not create.
 */
export async function emptyDatabase(tx: Sql): Promise<void> {
  const [known] = await tx.query<{ made: boolean }>(`select to_regclass('stack.made') is not null as made`)
  const [origin] = known?.made ? await tx.query<{ origin: string }>('select origin from stack.origin') : []
  if (origin?.origin !== 'empty') {
    throw new Failure('Hackney did not make this database from nothing.', 'Reset it with the tools that created it.')
  }
  const strange = await tx.query<{ found: string }>(`${contents}
    and not exists (select from stack.made m where m.name = o.schema || '.' || o.name) order by 1 limit 3`)
  if (strange.length > 0) {
    const names = strange.map(({ found }) => found).join(', ')
    throw new Failure(`The database holds ${names}, which Hackney did not make.`, 'Remove that first, or give another.')
  }
  const schemas = await tx.query<{ name: string }>(`
    select distinct split_part(name, '.', 1) as name from stack.made where name !~ '^(public|extensions)[.]'`)
  const [cron] = await tx.query(`select from pg_extension where extname = 'pg_cron'`)
  if (cron) await tx.exec('delete from cron.job where database = current_database()')
  for (const name of [...own, ...(cron ? [] : ['cron']), ...schemas.map((schema) => schema.name)]) {
    await tx.exec(`drop schema if exists "${name}" cascade`)
  }
  // The trusted extensions that migrations created in this schema are dropped with it. The next migrations create them again.
  await tx.exec('drop schema public cascade; create schema public authorization pg_database_owner')
  await tx.exec('grant usage on schema public to public')
}
