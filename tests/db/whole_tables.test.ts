/**
 * No function changes all rows of a table without saying so. Supabase loads `safeupdate` into the sessions of the API, which
 * refuses UPDATE and DELETE without a WHERE, also in functions. Where all rows are meant, the statement says `where true`.
 */
import { loadModule } from 'libpg-query'
import { beforeAll, expect, it } from 'vitest'
import { wholeTableChanges } from './support/body-statements.ts'
import { ask } from './support/outcomes.ts'

beforeAll(() => loadModule())

const bodies = `
  select p.oid::regprocedure::text as name, l.lanname as language, p.prosrc as body
  from pg_proc p join pg_language l on l.oid = p.prolang
  where p.pronamespace in ('public'::regnamespace, 'app'::regnamespace) and l.lanname in ('sql', 'plpgsql')
    and not exists (select 1 from pg_depend d where d.classid = 'pg_proc'::regclass and d.objid = p.oid and d.deptype = 'e')`

it.each([
  ['plpgsql', 'begin delete from app.a; end'],
  ['plpgsql', 'begin if x then update app.a set n = 1 returning n into v_n; end if; end'],
  ['plpgsql', 'begin with gone as (delete from app.a returning *) select count(*) into n from gone; end'],
  ['plpgsql', "begin -- where true\n update app.a set t = 'x; where y' ; end"],
  ['plpgsql', "begin execute format('delete from %I', v_table); end"],
  ['sql', 'with gone as (delete from app.a returning n) select n from gone where n > 1']
])('finds a change of all rows in %s: %s', (language, body) => {
  expect(wholeTableChanges(language, body)).toHaveLength(1)
})

it.each([
  [
    'plpgsql',
    'begin delete from app.a where true; update app.a set n = 1 where n = 2 returning n into strict v_n; end'
  ],
  [
    'plpgsql',
    'begin perform 1 from app.a for no key update; insert into app.a values (1) on conflict do update set n = 2; end'
  ],
  ['plpgsql', "begin if tg_op = 'DELETE' then return old; end if; end"]
])('finds none in %s: %s', (language, body) => {
  expect(wholeTableChanges(language, body)).toEqual([])
})

it('no function of the schemas changes all rows of a table without a WHERE', async () => {
  await loadModule()
  const functions = await ask<{ name: string; language: string; body: string }>(bodies)
  expect(functions.length).toBeGreaterThan(800)
  expect(
    functions.filter(({ language, body }) => wholeTableChanges(language, body).length > 0).map(({ name }) => name)
  ).toEqual([])
})
