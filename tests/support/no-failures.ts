import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect } from 'vitest'
import { describeFailures, readFailures } from './failures.ts'
import { ofWorker } from './worker.ts'

/** Runs after every file of the API suite: checks that none of its requests got a response of 500 or above. */
const file = ofWorker().failures
let before = 0

beforeAll(() => {
  before = readFailures(file).length
})

afterAll(async () => {
  // Wait a moment: the last line of the log may not be written yet.
  await sleep(100)
  expect(describeFailures(readFailures(file).slice(before)), 'answers of 500 and above').toEqual([])
})
