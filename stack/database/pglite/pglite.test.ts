import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createProject, type Project } from '../../testing/project.ts'
import type { OpenDatabase } from '../open-database.ts'

describe('the one session', () => {
  let project: Project
  let opened: OpenDatabase
  beforeAll(async () => {
    project = await createProject({ '20260101000000_t.sql': 'create table t (id int);' })
    opened = await project.open('pglite')
  })
  afterAll(async () => {
    await opened.database.stop()
    await project.remove()
  })

  it('never lets two transactions interleave', async () => {
    const { database } = opened
    const own = (name: string) =>
      database.transaction(async (tx) => {
        await tx.query(`select set_config('app.name', $1, true)`, [name])
        await new Promise((resolve) => setTimeout(resolve, 5))
        const [row] = await tx.query<{ name: string }>(`select current_setting('app.name') as name`)
        return row?.name
      })
    const names = Array.from({ length: 20 }, (_, index) => `n${index}`)
    expect(await Promise.all(names.map(own))).toEqual(names)
  })

  it('also keeps REST sessions out of a running transaction', async () => {
    const session = await opened.openSessions(1).acquire()
    await session.query('begin', [])
    const other = opened.database.query('select count(*) as n from t')
    await session.query('insert into t values (1)', [])
    await session.query('rollback', [])
    session.release()
    expect(await other).toEqual([{ n: 0 }])
  })

  it('refuses a query beside the transaction instead of waiting for ever', async () => {
    const { database } = opened
    const work = database.transaction(() => database.query('select 1'))
    await expect(work).rejects.toThrow('Use the transaction')
  })

  it('is reset before the next caller gets it, whatever the previous one did', async () => {
    const { database, openSessions } = opened
    for (const [sql, params] of [
      ['select $1::text, $2::text', ['one value too few']],
      ['select 1 as "a\0b"', []],
      ['nonsense', []]
    ] as const) {
      const session = await openSessions(1).acquire()
      await session.query('begin', [])
      const next = database.query('select 1 as n')
      await expect(session.query(sql, params)).rejects.toThrow()
      await session.release()
      expect(await next).toEqual([{ n: 1 }])
      await expect(database.query(sql, params)).rejects.toThrow()
      expect(await database.transaction((tx) => tx.query('select 2 as n'))).toEqual([{ n: 2 }])
    }
  })

  it('accepts any value for any type, and lets the server refuse it', async () => {
    const { database } = opened
    const refused = { code: '22P02' }
    await expect(database.query('select $1::text[]', [{ a: 1 }])).rejects.toMatchObject(refused)
    await expect(database.query('select $1::text[]', [{}])).rejects.toMatchObject(refused)
    await expect(database.query('select $1::bool', [[1]])).rejects.toMatchObject(refused)
    await expect(database.query('select $1::bytea', [true])).resolves.toBeDefined()
    await expect(database.query('select $1::timestamptz', [{ a: 1 }])).rejects.toMatchObject({ code: '22007' })
    expect(
      await database.query('select $1::text as t, to_json($2::text[]) as a', [{ b: 1 }, ['x"y', null, 'z\\']])
    ).toEqual([{ t: '{"b":1}', a: ['x"y', null, 'z\\'] }])
  })
})
