import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import type { OpenDatabase } from '../database/open-database.ts'
import { createProject, kinds, type Project } from '../testing/project.ts'
import { createCron } from './index.ts'
import { isDue } from './schedule.ts'

describe('schedules', () => {
  const friday = new Date('2026-11-20T22:35:20Z')
  it.each([
    ['* * * * *', true],
    ['*/5 * * * *', true],
    ['*/10 * * * *', false],
    ['35 22 * * *', true],
    ['35 21 * * *', false],
    ['30-40 * * 11 *', true],
    ['1,35 * 20 * *', true],
    ['* * * * 5', true],
    ['* * * * 1-4', false],
    ['* * 1 * 5', true],
    ['* * 1 * 1', false],
    ['5 seconds', false],
    ['x * * * *', false]
  ])('%s on Friday at 22:35: %s', (schedule, expected) => {
    expect(isDue(schedule, friday)).toBe(expected)
  })

  it('accept Sunday as 0 and 7', () => {
    const sunday = new Date('2026-11-22T00:00:00Z')
    expect([isDue('0 0 * * 0', sunday), isDue('0 0 * * 7', sunday), isDue('0 0 * * 6', sunday)]).toEqual([
      true,
      true,
      false
    ])
  })
})

describe('the runner', () => {
  let project: Project
  let opened: OpenDatabase
  beforeAll(async () => {
    project = await createProject({
      '20260101000000_jobs.sql': `
        create schema app;
        create table app.ran (job text, owner text default current_user);
        create function app.dispatch_tick() returns void language sql as $$ insert into app.ran values ('tick') $$;
        select cron.schedule('dispatch', '* * * * *', 'call app.dispatch_loop()');
        select cron.schedule('each', '* * * * *', $$insert into app.ran values ('each')$$);
        select cron.schedule('never', '0 0 30 2 *', $$insert into app.ran values ('never')$$);
        select cron.schedule('broken', '* * * * *', 'select 1/0');`
    })
    opened = await project.open('pglite')
  })
  afterAll(async () => {
    vi.useRealTimers()
    await opened.database.stop()
    await project.remove()
  })

  it('runs due jobs as their owner, ticks dispatch, and logs failures', async () => {
    vi.useFakeTimers({
      now: new Date('2026-11-20T22:34:30Z'),
      toFake: ['setTimeout', 'setInterval', 'clearTimeout', 'clearInterval', 'Date']
    })
    const cron = await createCron({ database: opened.database, log: project.log, tick: 10_000 })
    await vi.advanceTimersByTimeAsync(10_500)
    await vi.advanceTimersByTimeAsync(20_000)
    vi.useRealTimers()
    await expect.poll(() => project.lines.at(-1), { timeout: 5000 }).toContain('cron.failed job=broken')
    await cron.stop()
    const ran = await opened.database.query(
      'select job, owner, count(*) > 0 as ran from app.ran group by 1, 2 order by 1'
    )
    expect(ran).toEqual([
      { job: 'each', owner: 'postgres', ran: true },
      { job: 'tick', owner: 'postgres', ran: true }
    ])
  })
})

it.runIf(kinds.includes('native'))('leaves the jobs to pg_cron if that runs', async () => {
  const project = await createProject()
  const { database } = await project.open('native')
  const [row] = await database.query<{ n: number }>(`select count(*) as n from pg_extension where extname = 'pg_cron'`)
  const timers = vi.spyOn(globalThis, 'setInterval')
  const cron = await createCron({ database, log: project.log })
  if (row?.n === 1) expect(timers).not.toHaveBeenCalled()
  timers.mockRestore()
  await cron.stop()
  await database.stop()
  await project.remove()
})
