import { expect, it } from 'vitest'
import type { Paper } from '@/entities/paper'
import { type Facts, firstDayOf } from './model'

const paper = (state: Paper['state'], isWaiting = false, needed_from: string | null = '2020-01-01') =>
  ({ kind: { needed_from }, state, isWaiting }) as Paper
const complete: Facts = {
  papers: [paper('valid')],
  today: '2026-11-20',
  hasPhoto: true,
  hasBank: true,
  isApproved: true,
  hasCar: true,
  isAdded: true,
  hasDriven: false
}

it('a new driver has papers, photo and bank account to give, in this order', () => {
  const day = firstDayOf({ ...complete, papers: [paper('missing')], hasPhoto: false, hasBank: false })
  expect(day).toEqual({ open: ['papers', 'photo', 'bank'], waiting: [], isDue: true, mayDrive: false })
})

it('a paper that waits for the office is no longer the driver’s to give', () => {
  expect(firstDayOf({ ...complete, papers: [paper('missing', true)] })).toEqual({
    open: [],
    waiting: ['check'],
    isDue: false,
    mayDrive: false
  })
})

it('approval and car type of a new driver are the office’s to give', () => {
  expect(firstDayOf({ ...complete, isApproved: false, hasCar: false }).waiting).toEqual(['approve', 'car'])
})

it('photo, bank account and papers that the firm needs only later keep nobody from driving', () => {
  const later = paper('missing', false, '2027-01-01')
  const day = firstDayOf({
    ...complete,
    papers: [later, paper('missing', false, null)],
    hasPhoto: false,
    hasBank: false
  })
  expect(day).toMatchObject({ open: ['papers', 'photo', 'bank'], mayDrive: true })
})

it('the first day is over with the first ride, and never begins for a driver who applied', () => {
  expect(firstDayOf({ ...complete, hasPhoto: false, hasDriven: true }).isDue).toBe(false)
  expect(firstDayOf({ ...complete, hasPhoto: false, isAdded: false }).isDue).toBe(false)
})
