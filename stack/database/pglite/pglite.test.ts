import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createProject, type Project } from '../../testing/project.ts'
import type { OpenDatabase } from '../index.ts'
import { baseFile, hashInputs, readManifest } from './base.ts'

describe('the committed base', () => {
  it('is the one that its manifest names', async () => {
    const { sha256 } = await readManifest()
    expect(
      createHash('sha256')
        .update(await readFile(baseFile))
        .digest('hex')
    ).toBe(sha256)
  })

  it('was built from what is here (else run: node stack/database/build-pglite-base.ts)', async () => {
    expect((await readManifest()).inputs).toBe(await hashInputs())
  })
})

describe('the one session', () => {
  let project: Project
  let opened: OpenDatabase
  beforeAll(async () => {
    project = await createProject({ '20260101000000_t.sql': 'create table t (id int);' })
    opened = await project.open('pglite', 0)
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

  it('keeps REST sessions out of a running transaction, too', async () => {
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
})
