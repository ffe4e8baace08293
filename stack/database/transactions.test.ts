import { expect, it } from 'vitest'
import { unfitStatement } from './transactions.ts'

it.each([
  'commit',
  'begin',
  'ROLLBACK',
  'start transaction',
  'savepoint a',
  'create unique index concurrently i on t (a)',
  'drop index concurrently i',
  'reindex table concurrently t',
  'reindex database a',
  'vacuum t',
  'cluster',
  'create database a',
  'alter system set a = 1',
  '-- Why.\n/* So. */ commit'
])('refuses `%s` in a migration', (sql) => {
  expect(unfitStatement(`select 1;\n${sql};\nselect 2;`)?.reason).toBeTypeOf('string')
})

it.each([
  "do $$ begin perform 'commit;'; end $$",
  'create function f() returns void language plpgsql as $$ begin commit; end $$',
  "select 'vacuum;'",
  'create table commits (begin_at date)',
  'create index i on t (a)',
  'cluster t using i',
  'reindex table t',
  'refresh materialized view concurrently v'
])('accepts `%s`', (sql) => {
  expect(unfitStatement(`select 1;\n${sql};`)).toBe(null)
})
