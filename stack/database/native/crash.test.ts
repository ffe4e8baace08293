import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createProject, kinds, type Project } from '../../testing/project.ts'
import type { OpenDatabase } from '../open-database.ts'

// A process of the server dies, and the server ends all sessions and recovers, while the stack's pools are in use.

describe.runIf(kinds.includes('native'))('the pools during a crash of the server', () => {
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

  async function crash(): Promise<void> {
    const [row] = await opened.database.query<{ pid: number }>('select pg_backend_pid() as pid')
    process.kill(row?.pid ?? 0, 'SIGKILL')
  }

  /**
   * Repeats a task on several workers while the server crashes three times, until each worker has succeeded after the last crash.
   * Returns the errors.
   */
  async function duringCrashes(workers: number, task: () => Promise<void>): Promise<unknown[]> {
    const errors: unknown[] = []
    const successes = Array.from({ length: workers }, () => 0)
    let isEnding = false
    const working = successes.map(async (_, worker) => {
      while (!isEnding) {
        try {
          await task()
          successes[worker] = (successes[worker] ?? 0) + 1
        } catch (error) {
          errors.push(error)
        }
        // Otherwise refused attempts would leave the server no time to recover.
        await sleep(1)
      }
    })
    try {
      for (let crashes = 0; crashes <= 3; crashes += 1) {
        const before = [...successes]
        const fewest = () => Math.min(...successes.map((count, worker) => count - (before[worker] ?? 0)))
        await expect.poll(fewest, { timeout: 30_000, interval: 10 }).toBeGreaterThan(20)
        if (crashes < 3) await crash()
      }
    } finally {
      isEnding = true
    }
    await Promise.all(working)
    expect(errors.length).toBeGreaterThan(0)
    return errors
  }

  const codes = (errors: unknown[]) =>
    new Set(errors.map((error) => (error as { code?: string }).code ?? String(error)))
  /** Lost, in recovery, and ended by the server. */
  const expected = ['08006', '57P01', '57P02', '57P03']

  it('no statement of the stack waits for ever, and no transaction continues on another connection', async () => {
    const { database } = opened
    const errors = await duringCrashes(12, () =>
      database.transaction(async (tx) => {
        await tx.query(`select set_config('test.mark', 'set', true)`)
        const [row] = await tx.query(`select current_setting('test.mark', true) as mark`)
        expect(row).toEqual({ mark: 'set' })
      })
    )
    expect(expected).toEqual(expect.arrayContaining([...codes(errors)]))
    expect(await database.query('select 1 as n')).toEqual([{ n: 1 }])
  }, 120_000)

  it('no session of REST is lost, and none runs statements with the rights of the superuser', async () => {
    const sessions = opened.openSessions(4)
    const errors = await duringCrashes(6, async () => {
      const session = await sessions.acquire()
      try {
        // In one round trip, as the first statements of a request.
        const prelude = await Promise.allSettled([
          session.query('begin', []),
          session.query(`select set_config('role', $1, true)`, ['anon'])
        ])
        for (const result of prelude) if (result.status === 'rejected') throw result.reason
        await sleep(1)
        const { rows } = await session.query('select current_user::text as name', [])
        expect(rows).toEqual([{ name: 'anon' }])
        await session.query('commit', [])
      } finally {
        await session.release()
      }
    })
    expect(expected).toEqual(expect.arrayContaining([...codes(errors)]))
    const all = await Promise.all([1, 2, 3, 4].map(() => sessions.acquire()))
    for (const session of all) await session.release()
    await sessions.close()
  }, 120_000)

  it('a transaction whose failed statement was caught is rolled back with the error', async () => {
    const work = opened.database.transaction(async (tx) => {
      await tx.query('select 1/0').catch(() => undefined)
    })
    await expect(work).rejects.toMatchObject({ code: '22012' })
  })
})
