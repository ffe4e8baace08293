/**
 * What a suspended person can still do with a token from before the suspension. A suspended rider, driver, fleet admin and admin call
 * every function that signed-in people may execute: it refuses with account_suspended, unless functions.txt has a reason. They also
 * try to write every table and to change files. The tables come from the catalogue, so new ones are tried, too.
 */
import type postgres from 'postgres'
import { callAll, type Line, type Role, type Tried } from './functions.ts'
import { type Report, rolledBackPart } from './outcomes.ts'

/** Suspends these people, who keep the claims of their tokens from before. */
const suspend = `
  create table tests.tokens as select n.name, tests.claims(n.name) as claims from unnest('{rider,driver2,fleet,admin}'::text[]) n (name);
  create or replace function tests.claims(name text) returns text language sql stable security definer as $$
    select t.claims from tests.tokens t where t.name = claims.name
  $$;
  update public.profiles set approved = false where id in (select tests.id(t.name) from tests.tokens t);`

/** Whether a function may serve this caller: riders and drivers, and staff only where functions.txt says so. */
const mayBeServed = ({ line, role }: Tried): boolean =>
  line.suspended === 'open to staff' || (line.suspended === 'open' && (role === 'rider' || role === 'driver'))

/** Whether the outcome is a refusal. A function that is open may also refuse with another key or return nothing. */
function isRefusal({ line, outcome }: Tried): boolean {
  return (
    outcome === 'refused: account_suspended' ||
    (line.suspended !== 'refused' && /^(nothing|refused: .*)$/.test(outcome))
  )
}

async function tryFunctions(
  tx: postgres.TransactionSql,
  lines: readonly Line[],
  may: Map<string, Set<Role>>,
  report: Report
): Promise<void> {
  const people = new Set<Role>(['rider', 'driver', 'fleetadmin', 'admin'])
  const tried = (await callAll(tx, lines, may)).filter(({ role }) => people.has(role))
  for (const line of lines.filter(({ mayCall }) => mayCall.has('rider'))) {
    const ofLine = tried.filter((one) => one.line === line)
    const wrong = ofLine.filter((one) => !mayBeServed(one) && !isRefusal(one))
    // A function that is open refuses a rider or a driver for another reason, or serves them.
    if (line.suspended !== 'refused' && ofLine.every(({ outcome }) => outcome === 'refused: account_suspended'))
      wrong.push(...ofLine)
    const says = line.suspended === 'refused' ? 'refuses suspended people' : 'serves no suspended staff'
    report(
      wrong.length === 0,
      `${line.label} ${says}`,
      wrong.map(({ role, outcome }) => `${role}: ${outcome}`).join('\n')
    )
  }
}

/** Statements that would change one row each; what a policy or trigger refuses raises or reaches nothing. */
export const writes = `
  create function tests.try_write(who text, statement text) returns text language plpgsql as $$
  declare v_rows bigint;
  begin
    perform tests.act_as(who), set_config('storage.allow_delete_query', 'true', true);
    begin
      execute statement;
      get diagnostics v_rows = row_count;
      raise sqlstate 'TT000' using message = case when v_rows > 0 then 'written' else 'nothing' end;
    exception when others then
      perform tests.as_owner();
      return case when sqlstate = 'TT000' then sqlerrm when sqlstate = '42501' or sqlstate like 'PT4__' then 'refused' else sqlstate || ' ' || sqlerrm end;
    end;
  end $$;
  create table tests.writes (target text, verb text, statement text);
  insert into tests.writes
  select c.relname, v.verb, case v.verb
    when 'delete' then format('delete from public.%I', c.relname)
    when 'update' then format('update public.%I set %2$I = %2$I', c.relname, k.column_name)
    else format('insert into public.%I (%I) overriding system value select t.%I from public.%I t limit 1', c.relname, k.column_name, k.column_name, c.relname) end
  from pg_class c cross join unnest('{insert,update,delete}'::text[]) v (verb)
  cross join lateral (select a.attname as column_name from pg_attribute a where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    and (v.verb = 'delete' or has_column_privilege('authenticated', c.oid, a.attnum, v.verb)) order by a.attnum desc limit 1) k
  where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p')
    and case v.verb when 'delete' then has_table_privilege('authenticated', c.oid, 'delete') else has_any_column_privilege('authenticated', c.oid, v.verb) end;
  insert into storage.objects (bucket_id, name)
    select 'users', tests.id(t.name) || f.file from tests.tokens t cross join unnest('{/profileImage,/insurance}'::text[]) f (file);
  insert into storage.objects (bucket_id, name) values ('cartypes', 'cab.png');
  insert into tests.writes values
    ('storage.objects', 'insert', $$insert into storage.objects (bucket_id, name) values ('users', auth.uid() || '/license-new')$$),
    ('storage.objects', 'insert', $$insert into storage.objects (bucket_id, name) values ('users', tests.id('driver2') || '/license-staff')$$),
    ('storage.objects', 'insert', $$insert into storage.objects (bucket_id, name) values ('cartypes', 'new.png')$$),
    ('storage.objects', 'insert', $$insert into storage.objects (bucket_id, name) values ('company', 'logo-new')$$),
    ('storage.objects', 'update', $$update storage.objects set metadata = '{}'$$),
    ('storage.objects', 'delete', $$delete from storage.objects$$);`

async function tryWrites(tx: postgres.TransactionSql, report: Report): Promise<void> {
  await tx.unsafe(writes)
  const found = await tx.unsafe<{ target: string; verb: string; name: string; outcome: string; statement: string }[]>(
    `select w.target, w.verb, t.name, w.statement, tests.try_write(t.name, w.statement) as outcome from tests.writes w cross join tests.tokens t order by 1, 2, 3`
  )
  for (const key of new Set(found.map(({ target, verb }) => `${target}: ${verb}`))) {
    const wrong = found.filter(
      (one) => `${one.target}: ${one.verb}` === key && !/^(refused|nothing)$/.test(one.outcome)
    )
    const detail = wrong.map(({ name, outcome, statement }) => `${name}: ${outcome}\n${statement}`).join('\n')
    report(wrong.length === 0, `${key} by suspended people is refused`, detail)
  }
}

export function trySuspended(
  tx: postgres.TransactionSql,
  lines: readonly Line[],
  may: Map<string, Set<Role>>,
  report: Report
): Promise<void> {
  return rolledBackPart(tx, async (inner) => {
    await inner.unsafe(suspend)
    await tryFunctions(inner, lines, may, report)
    await tryWrites(inner, report)
  })
}
