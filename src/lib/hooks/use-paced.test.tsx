import { act } from 'react'
import { createRoot } from 'react-dom/client'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { usePaced } from './use-paced'

const taken: number[] = []
let put: (value: number) => void

function Taker() {
  put = usePaced<number>((value) => taken.push(value), 250)
  return null
}

beforeEach(() => {
  vi.useFakeTimers()
  taken.length = 0
})
afterEach(() => vi.useRealTimers())

it('the first value passes at once, then the newest of each interval, and none after unmounting', () => {
  const root = createRoot(document.createElement('div'))
  act(() => root.render(<Taker />))
  for (let n = 0; n < 20; n++) {
    put(n)
    vi.advanceTimersByTime(50)
  }
  vi.advanceTimersByTime(250)
  expect(taken).toEqual([0, 4, 9, 14, 19])
  vi.advanceTimersByTime(1000)
  put(20)
  put(21)
  act(() => root.unmount())
  vi.advanceTimersByTime(1000)
  expect(taken).toEqual([0, 4, 9, 14, 19, 20])
})
