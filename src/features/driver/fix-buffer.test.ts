import { expect, it } from 'vitest'
import { BATCH, createFixBuffer } from './fix-buffer'

const fix = (at: number) => ({ lat: 47, lng: 9, heading: null, accuracy: 5, speed: null, at })

it('waits for ten fixes or five seconds', () => {
  const buffer = createFixBuffer()
  expect(buffer.isDue(0)).toBe(false)
  buffer.add(fix(1000))
  expect(buffer.isDue(2000)).toBe(false)
  expect(buffer.isDue(6000)).toBe(true)
  for (let i = 2; i <= 10; i++) buffer.add(fix(1000 * i))
  expect(buffer.isDue(1001)).toBe(true)
})

it('drops a fix that is not newer than the last', () => {
  const buffer = createFixBuffer()
  buffer.add(fix(2000))
  buffer.add(fix(2000))
  buffer.add(fix(1000))
  expect(buffer.size).toBe(1)
})

it('keeps what could not be sent, in order, and lets the oldest go when full', () => {
  const buffer = createFixBuffer()
  for (let i = 1; i <= 150; i++) buffer.add(fix(i))
  const batch = buffer.take()
  expect(batch).toHaveLength(BATCH)
  buffer.putBack(batch)
  expect(buffer.take()[0]?.at).toBe(1)
  for (let i = 200; i <= 1200; i++) buffer.add(fix(i))
  expect(buffer.size).toBe(720)
})
