import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createProject, kinds, type Project } from '../../testing/project.ts'
import type { OpenDatabase } from '../open-database.ts'
import { createPool } from './pool.ts'

describe.runIf(kinds.includes('native'))('a pool of connections', () => {
  let project: Project
  let opened: OpenDatabase

  beforeAll(async () => {
    project = await createProject()
    opened = await project.open('native')
  }, 60_000)
  afterAll(async () => {
    await opened.database.stop()
    await project.remove()
  })

  it('gives its connections to callers in the order in which they asked', async () => {
    const pool = createPool({ target: opened.database.url ?? '', max: 2 })
    const served: number[] = []
    const held = await Promise.all([pool.acquire(), pool.acquire()])
    const waiting = [1, 2, 3].map(async (n) => {
      const { release } = await pool.acquire()
      served.push(n)
      release()
    })
    for (const { release } of held) release()
    await Promise.all(waiting)
    expect(served).toEqual([1, 2, 3])
    await pool.close()
  })

  it('refuses callers that wait or come when it is closed, and opens no other connection', async () => {
    const pool = createPool({ target: opened.database.url ?? '', max: 1, settings: { application_name: 'closing' } })
    const { run, release } = await pool.acquire()
    await run((client) => client.unsafe('select 1'))
    const waiting = expect(pool.acquire()).rejects.toMatchObject({ code: '08003' })
    await pool.close()
    release()
    await waiting
    await expect(pool.run((client) => client.unsafe('select 1'))).rejects.toMatchObject({ code: '08003' })
    const open = () => opened.database.query(`select from pg_stat_activity where application_name = 'closing'`)
    await expect.poll(open).toEqual([])
  })
})
