import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { runQueue, type Task, withNeeds } from './queue.ts'

/** Runs tasks of some milliseconds; returns the start and end of each, and the maximum concurrency. */
async function run(tasks: (Task & { takes: number })[], lanes: number) {
  const events: string[] = []
  let now = 0
  let most = 0
  const results = await runQueue(tasks, lanes, async ({ name, takes }) => {
    events.push(`${name} begins`)
    most = Math.max(most, ++now)
    await sleep(takes)
    now -= 1
    events.push(`${name} ends`)
    return name.toUpperCase()
  })
  return { events, most, results }
}

describe('running suites in parallel', () => {
  it('runs as many at once as there are lanes, and returns the results in order', async () => {
    const tasks = [
      { name: 'a', takes: 40 },
      { name: 'b', takes: 10 },
      { name: 'c', takes: 10 }
    ]
    const { events, most, results } = await run(tasks, 2)
    expect(most).toBe(2)
    expect(results).toEqual(['A', 'B', 'C'])
    expect(events.indexOf('c begins')).toBeGreaterThan(events.indexOf('b ends'))
    expect(events.indexOf('c begins')).toBeLessThan(events.indexOf('a ends'))
  })

  it('never runs two that hold the same at the same time, and lets others overtake the second', async () => {
    const tasks = [
      { name: 'part 1', takes: 30, holds: 'browsers' },
      { name: 'part 2', takes: 1, holds: 'browsers' },
      { name: 'unit', takes: 1 }
    ]
    const { events, most } = await run(tasks, 2)
    expect(most).toBe(2)
    expect(events.indexOf('part 2 begins')).toBeGreaterThan(events.indexOf('part 1 ends'))
    expect(events.indexOf('unit ends')).toBeLessThan(events.indexOf('part 1 ends'))
  })

  it('lets others overtake a suite that waits for its dependencies', async () => {
    const tasks = [
      { name: 'build', takes: 30 },
      { name: 'browser', takes: 1, after: ['build', 'not chosen'] },
      { name: 'unit', takes: 1 }
    ]
    const { events } = await run(tasks, 2)
    expect(events.indexOf('unit begins')).toBeLessThan(events.indexOf('build ends'))
    expect(events.indexOf('browser begins')).toBeGreaterThan(events.indexOf('build ends'))
  })

  it('reports two suites that wait for each other', async () => {
    const tasks = [
      { name: 'a', takes: 1, after: ['b'] },
      { name: 'b', takes: 1, after: ['a'] }
    ]
    await expect(run(tasks, 2)).rejects.toThrow('wait for each other: a, b')
  })
})

it('the queue includes the dependencies of the chosen suites, in order and transitively', () => {
  const tasks: Task[] = [
    { name: 'packages' },
    { name: 'build', after: ['packages'] },
    { name: 'unit' },
    { name: 'browser', after: ['build', 'not there'] }
  ]
  const chosen = (...names: string[]) =>
    withNeeds(
      tasks,
      tasks.filter(({ name }) => names.includes(name))
    ).map(({ name }) => name)
  expect(chosen('browser')).toEqual(['packages', 'build', 'browser'])
  expect(chosen('unit')).toEqual(['unit'])
})
