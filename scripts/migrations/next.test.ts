import { describe, expect, it } from 'vitest'
import { definitionsOf } from './definitions.ts'
import { nextMigration, placeMark, readManifest } from './next.ts'

const next = (before: string, after: string) => nextMigration(definitionsOf(before), definitionsOf(after))
/** The SQL of the next migration, without the lines that it stores for the next comparison. */
const sqlOf = (before: string, after: string) => next(before, after)?.sql.split('\n-- Sources')[0]

const f = (body: string, args = 'a integer', answer = 'integer') =>
  `create function app.f(${args}) returns ${answer} language sql as $$ ${body} $$;`

describe('the next migration', () => {
  it('is empty if only comments and line breaks differ', () => {
    expect(next('-- One.\ncreate table t (a int, b int);', 'create table t (a int, -- Two.\n  b int);')).toBe(null)
  })

  it('replaces a function whose body changed', () => {
    expect(sqlOf(f('select 1'), f('select 2'))).toBe(
      'create or replace function app.f(a integer) returns integer language sql as $$ select 2 $$;\n'
    )
  })

  it('drops a function whose result type changed, and restores its grants and comment', () => {
    const rest = `comment on function app.f is 'F';\ngrant execute on function app.f(integer) to anon;\ngrant select on app.fx to anon;`
    const sql = sqlOf(`${f('select 1')}\n${rest}`, `${f('select 1', 'a integer', 'bigint')}\n${rest}`)
    expect(sql).toContain('drop function app.f(integer);')
    expect(sql).toContain('create function app.f(a integer) returns bigint')
    expect(sql).toContain('grant execute on function app.f(integer) to anon;')
    expect(sql).toContain('comment on function')
    expect(sql).not.toContain('app.fx')
  })

  it('replaces the description of a table and its columns as a whole', () => {
    const table = 'create table public.t (a int);'
    const described = (text: string) => `${table}\ncall app.describe('public.t', $$\n  Things.\n  a: ${text}\n$$);`
    expect(sqlOf(described('One.'), described('Two.'))).toBe(
      `call app.describe('public.t', $$\n  Things.\n  a: Two.\n$$);\n`
    )
    expect(next(described('One.'), table)?.open).toEqual([])
  })

  it('distinguishes functions of the same name by their types', () => {
    const other = f('select 3', 'b text default now()::text, out c integer')
    expect(sqlOf(f('select 1'), `${f('select 1')}\n${other}`)).toBe(`${other}\n`)
    expect(sqlOf(`${f('select 1')}\n${other}`, f('select 1'))).toBe('drop function app.f(text);\n')
  })

  it('drops before it creates: triggers and policies first, functions last', () => {
    const all = `${f('select 1')}\ncreate policy "p" on t for select using (app.f(1) = 1);`
    const changed = `${f('select 1', 'b integer')}\ncreate policy "p" on t for select using (app.f(2) = 1);`
    const sql = sqlOf(all, changed) ?? ''
    expect(sql.indexOf('drop policy "p" on t;')).toBeLessThan(sql.indexOf('drop function'))
    expect(sql.indexOf('create policy')).toBeGreaterThan(sql.indexOf('create function'))
  })

  it('replaces the check of a domain', () => {
    expect(
      sqlOf(`create domain s as text check (value in ('a'));`, `create domain s as text check (value in ('a', 'b'));`)
    ).toBe(
      `alter domain s drop constraint s_check;\nalter domain s add constraint s_check check (value in ('a', 'b'));\n`
    )
  })

  it('puts new enum values into a separate migration', () => {
    const before = `create type e as enum ('b');`
    const migration = next(before, `create type e as enum ('a', 'b', 'c');\n${f('select 1')}`)
    expect(migration?.values).toContain(
      `alter type e add value 'a' before 'b';\nalter type e add value 'c' after 'b';\n`
    )
    expect(migration?.sql).not.toContain('alter type')
    expect(next(before, `create type e as enum ('a');`)?.open).toEqual(['type e'])
  })

  it.each([
    ['a table that changed', 'create table t (a int);', 'create table t (a int, b int);', 'table t'],
    ['a table that is gone', 'create table t (a int);', '', 'table t'],
    ['rows that changed', 'insert into t values (1);', 'insert into t values (2);', 'rows of t'],
    ['a right that is gone', 'grant select on t to anon;', '', 'grant select on t to anon']
  ])('needs a person’s decision about %s, and fails until then', (_, before, after, key) => {
    const migration = next(before, after)
    expect(migration?.open).toEqual([key])
    expect(migration?.sql).toContain(placeMark)
    expect(migration?.sql).toContain(`raise exception 'This migration is not finished: ${key}'`)
  })

  it('shows how a table changed', () => {
    const sql = sqlOf('create table t (\n  a int,\n  b int\n);', 'create table t (\n  a int,\n  b text\n);')
    expect(sql).toContain('--   - b int\n--   + b text\n')
  })

  it('keeps earlier decisions', () => {
    const migration = next('create table t (a int);', 'create table t (b int);\ncreate view v as select 1;')
    const wanted = definitionsOf('create table t (b int);\ncreate view v as select 1;')
    const [table, view] = [...wanted.values()]
    // The text of an altered table, which no statement has, so that its next change can be shown.
    expect(readManifest(migration?.sql ?? '')).toEqual([
      [table?.key, table?.hash, 'create table t (b int)'],
      [view?.key, view?.hash]
    ])
    expect(readManifest(next('create view v as select 1;', '')?.sql ?? '')).toEqual([['view v', 'gone']])
  })
})
