import { expect, it } from 'vitest'
import { bandScale, labelStep, linePath, valueScale, widthScale } from './plot'

const size = { width: 300, height: 100 }
const room = { start: 40, end: 10, top: 10, bottom: 20 }

it('the value axis starts at zero and ends at a round number above all values', () => {
  const y = valueScale([3, 87], size, room)
  expect(y.domain()).toEqual([0, 100])
  expect(y(0)).toBe(80)
  expect(y(100)).toBe(10)
})

it('the value axis includes zero if a value is negative', () => {
  expect(valueScale([-12, 30], size, room).domain()).toEqual([-20, 30])
})

it('the value axis has a height if all values are zero or there are none', () => {
  for (const values of [[], [0, 0]]) {
    const [low, high] = valueScale(values, size, room).domain()
    expect(low).toBe(0)
    expect(high).toBeGreaterThan(0)
  }
})

it('the horizontal axis starts at the start side of the page', () => {
  const ltr = bandScale(['a', 'b'], size, room, false)
  const rtl = bandScale(['a', 'b'], size, room, true)
  expect(ltr('a')).toBeLessThan(ltr('b') as number)
  expect(rtl('a')).toBeGreaterThan(rtl('b') as number)
  expect(widthScale([0, 15], size, room, false).range()).toEqual([40, 290])
  expect(widthScale([0, 15], size, room, true).range()).toEqual([260, 10])
})

it('a missing value interrupts the line', () => {
  const path = linePath([
    { x: 0, y: 1 },
    { x: 1, y: 2 },
    { x: 2, y: null },
    { x: 3, y: 4 },
    { x: 4, y: 5 }
  ])
  expect(path).toBe('M0,1L1,2M3,4L4,5')
})

it('labels are left out before they would touch', () => {
  expect(labelStep(['Jan', 'Feb', 'Mar'], 300)).toBe(1)
  expect(
    labelStep(
      Array.from({ length: 31 }, () => '31 May'),
      300
    )
  ).toBeGreaterThan(3)
  expect(labelStep([], 300)).toBe(1)
})
