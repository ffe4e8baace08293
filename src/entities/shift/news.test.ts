import { expect, it } from 'vitest'
import type { Fix } from './model'
import { isNews } from './news'

const fix = (metres: number, at: number): Fix => ({
  ...{ lat: 47.1 + metres / 111_195, lng: 9.5, heading: null, accuracy: 5, speed: 9 },
  at
})

it('a trail keeps its start, metered movements, and occasional fixes of a crawling car', () => {
  expect(isNews(null, fix(0, 0))).toBe(true)
  expect(isNews(fix(0, 0), fix(14, 1000))).toBe(false)
  expect(isNews(fix(0, 0), fix(28, 2000))).toBe(true)
  expect(isNews(fix(0, 0), fix(3, 4999))).toBe(false)
  expect(isNews(fix(0, 0), fix(3, 5000))).toBe(true)
})
