import { setTimeout as sleep } from 'node:timers/promises'
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
  it('waits for a server that is too busy to answer, and does not report its connection as lost', async () => {
    const [server] = await opened.database.query<{ pid: number }>(
      `select split_part(pg_read_file('postmaster.pid'), E'\\n', 1)::int as pid`
    )
    const pid = server?.pid ?? 0
    const pool = createPool({ target: opened.database.url ?? '', max: 1 })
    process.kill(pid, 'SIGSTOP')
    const answer = pool.run((client) => client.unsafe('select 1 as one'))
    try {
      // Longer than a start of the server takes, and than the 5 s after which connections counted as lost before.
      await Promise.race([answer, sleep(6000)])
    } finally {
      process.kill(pid, 'SIGCONT')
    }
    expect(await answer).toEqual([{ one: 1 }])
    await pool.close()
  })

  it('says that a server cannot be reached where none listens', async () => {
    const pool = createPool({ target: 'postgres://someone@127.0.0.1:9/postgres', max: 1 })
    const message = 'The database cannot be reached (ECONNREFUSED)'
    await expect(pool.run((client) => client.unsafe('select 1'))).rejects.toMatchObject({ code: '08006', message })
    await pool.close()
  })
})
