import { setTimeout as sleep } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { createPace } from './pace.ts'

async function timeOf(work: () => Promise<unknown>): Promise<number> {
  const began = performance.now()
  await work().catch(() => undefined)
  return performance.now() - began
}

it('a request for an unknown address takes as long as recent ones for known addresses', async () => {
  const pace = createPace()
  expect(await timeOf(pace.pretend)).toBeGreaterThan(8)
  for (let n = 0; n < 8; n += 1) await pace.keep(() => sleep(1))
  expect(await pace.keep(async () => 'done')).toBe('done')
  for (let n = 0; n < 8; n += 1) {
    await timeOf(() =>
      pace.keep(async () => {
        await sleep(60)
        if (n % 2) throw new Error('not sent')
      })
    )
  }
  expect(await timeOf(pace.pretend)).toBeGreaterThan(55)
})
