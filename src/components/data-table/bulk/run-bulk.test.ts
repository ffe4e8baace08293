import { expect, it } from 'vitest'
import { AppError } from '@/lib/server/errors'
import { runBulk } from './run-bulk'

async function* pages(...all: number[][]) {
  yield* all
}

it('a bulk action runs on four rows at a time, and reports the result of each', async () => {
  let atOnce = 0
  let most = 0
  const results = new Map<number, string | null>()
  await runBulk({
    rows: pages([1, 2, 3, 4, 5, 6], [7, 8]),
    run: async (row) => {
      most = Math.max(most, ++atOnce)
      await new Promise((resolve) => setTimeout(resolve, 2))
      atOnce -= 1
      if (row % 3 === 0) throw new AppError('not_allowed')
    },
    signal: new AbortController().signal,
    onResult: (row, error) => results.set(row, error?.key ?? null)
  })
  expect(most).toBe(4)
  expect([...results].sort(([a], [b]) => a - b)).toEqual([
    [1, null],
    [2, null],
    [3, 'not_allowed'],
    [4, null],
    [5, null],
    [6, 'not_allowed'],
    [7, null],
    [8, null]
  ])
})

it('a stopped bulk action starts no further row', async () => {
  const control = new AbortController()
  const begun: number[] = []
  await runBulk({
    rows: pages([1, 2, 3], [4, 5, 6]),
    run: async (row) => {
      begun.push(row)
      control.abort()
    },
    signal: control.signal,
    onResult: () => {}
  })
  expect(begun).toEqual([1])
})
