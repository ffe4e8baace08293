import { describe, expect, it } from 'vitest'
import { lossesOf, unnamedLosses } from './losses.ts'

describe('what a migration loses', () => {
  it.each([
    ['drop table public.t', ['public.t']],
    ['drop table t, app.u cascade', ['public.t', 'app.u']],
    ['alter table public.t drop column a, drop column b', ['public.t.a', 'public.t.b']],
    ['alter table t alter column a type integer', ['public.t.a']],
    ['truncate t, app.u', ['rows of public.t', 'rows of app.u']],
    ['delete from app.u where id = 1', ['rows of app.u']],
    ['drop schema app cascade', ['schema app']],
    ['drop type app.mood', ['type app.mood']],
    ['drop domain public.status cascade', ['type public.status']],
    ['drop function app.f(integer) cascade', ['whatever depends on it']],
    [
      'do $$ begin delete from t where true; alter table public.t drop column a; end $$',
      ['public.t.a', 'rows of public.t']
    ],
    ["do $$ begin execute 'drop table app.u'; end $$", ['app.u']],
    ['merge into app.u using t on t.id = u.id when matched then delete', ['rows of app.u']]
  ])('finds the loss of `%s`', async (sql, keys) => {
    expect(await lossesOf(`select 1; ${sql};`)).toEqual(keys)
  })

  it.each([
    'drop function app.f(integer)',
    'drop policy "p" on public.t',
    'drop index public.i',
    'drop view public.v',
    'alter table public.t add column a integer',
    'create function app.f() returns void language sql as $$ delete from t where true $$',
    'update t set a = 1 where a is null'
  ])('finds none in `%s`', async (sql) => {
    expect(await lossesOf(sql)).toEqual([])
  })

  it('accepts a loss only with its name and a reason', async () => {
    const sql = 'alter table public.t drop column a;'
    expect(await unnamedLosses(sql)).toEqual(['public.t.a'])
    expect(await unnamedLosses(`-- loses: public.t.a because\n${sql}`)).toEqual(['public.t.a'])
    expect(await unnamedLosses(`-- loses: public.t.b because nobody reads it\n${sql}`)).toEqual(['public.t.a'])
    expect(await unnamedLosses(`-- loses: public.t.a because nobody reads it\n${sql}`)).toEqual([])
  })
})
