import { expect, it } from 'vitest'
import type { Paper } from '@/entities/paper'
import { type Facts, firstDayOf } from './model'

const paper = (state: Paper['state'], isWaiting = false) => ({ state, isWaiting }) as Paper
const complete: Facts = {
  papers: [paper('valid')],
  hasPhoto: true,
  hasBank: true,
  isApproved: true,
  hasCar: true,
  isAdded: true,
  hasDriven: false
}

it('a new driver has papers, photo and bank account to give, in this order', () => {
  const day = firstDayOf({ ...complete, papers: [paper('missing')], hasPhoto: false, hasBank: false })
  expect(day).toEqual({ open: ['papers', 'photo', 'bank'], waiting: [], isDue: true })
})

it('a paper that waits for the office is no longer the driver’s to give', () => {
  expect(firstDayOf({ ...complete, papers: [paper('missing', true)] })).toEqual({
    open: [],
    waiting: ['check'],
    isDue: false
  })
})

it('approval and car type of a new driver are the office’s to give', () => {
  expect(firstDayOf({ ...complete, isApproved: false, hasCar: false }).waiting).toEqual(['approve', 'car'])
})

it('the first day is over with the first ride, and never begins for a driver who applied', () => {
  expect(firstDayOf({ ...complete, hasPhoto: false, hasDriven: true }).isDue).toBe(false)
  expect(firstDayOf({ ...complete, hasPhoto: false, isAdded: false }).isDue).toBe(false)
})
