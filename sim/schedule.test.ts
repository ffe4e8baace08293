import { setTimeout as sleep } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { runLive } from './schedule.ts'

const clock = { now: () => Date.now(), rate: () => 1, hear: () => undefined }

it('the schedule wakes each actor at their time, in order, and drops finished ones', async () => {
  const seen: string[] = []
  const live = runLive(clock, () => undefined)
  const actor = (name: string) => ({
    name,
    async step() {
      seen.push(name)
      return null
    }
  })
  const now = Date.now()
  live.add(actor('late'), now + 120)
  live.add(actor('early'), now + 40)
  await sleep(400)
  await live.stop()
  expect(seen).toEqual(['early', 'late'])
})

it('the schedule immediately wakes an actor again who was poked while acting', async () => {
  let steps = 0
  const live = runLive(clock, () => undefined)
  const actor = {
    name: 'one',
    async step() {
      steps += 1
      await sleep(60)
      return Date.now() + 60_000
    }
  }
  live.add(actor, 0)
  await sleep(20)
  live.poke(actor)
  await sleep(300)
  await live.stop()
  expect(steps).toBe(2)
})

it('the schedule reports a failed step, and continues with the others', async () => {
  const failures: string[] = []
  const live = runLive(clock, (actor, error) => failures.push(`${actor.name}: ${error}`))
  let steps = 0
  live.add({ name: 'bad', step: () => Promise.reject(new Error('no')) }, 0)
  live.add({ name: 'good', step: async () => (++steps < 3 ? Date.now() : null) }, 0)
  await sleep(300)
  await live.stop()
  expect(failures).toEqual(['bad: Error: no'])
  expect(steps).toBe(3)
})
