import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect } from 'vitest'
import { describeFailures, readFailures } from './failures.ts'
import { ofWorker } from './worker.ts'

/** For every file of the API suite: nothing it asked was answered with 500 or above. */
const file = ofWorker().failures
let before = 0

beforeAll(() => {
  before = readFailures(file).length
})

afterAll(async () => {
  // The last line of the log may still be on its way.
  await sleep(100)
  expect(describeFailures(readFailures(file).slice(before)), 'answers of 500 and above').toEqual([])
})
