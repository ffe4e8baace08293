import { expect, it } from 'vitest'
import { type AttentionRow, casesOf } from './use-attention'

const row = (facts: Partial<AttentionRow>) => facts as AttentionRow

it('each booking is on the list once, with all its reasons, in the order of the rows', () => {
  const cases = casesOf([
    row({ booking_id: 'a', reason: 'late' }),
    row({ booking_id: 'a', reason: 'driver_silent' }),
    row({ booking_id: 'b', reason: 'unpaid' })
  ])
  expect(cases.map(({ row: { booking_id }, reasons }) => [booking_id, reasons])).toEqual([
    ['a', ['late', 'driver_silent']],
    ['b', ['unpaid']]
  ])
})

it('a booking is marked only while somebody looks at all its reasons, so a new reason shows it again', () => {
  const taken = row({ booking_id: 'a', reason: 'late', taken_by: 'Ann' })
  const [one, two] = [casesOf([taken]), casesOf([taken, row({ booking_id: 'a', reason: 'stuck' })])]
  expect([one[0]?.isMarked, two[0]?.isMarked]).toEqual([true, false])
})

it('messages, people and requests without a booking are entries of their own', () => {
  const rows = [
    row({ booking_id: null, driver_id: 'd', reason: 'driver_message' }),
    row({ booking_id: null, driver_id: 'd', reason: 'approval_waits', category: 'credit' }),
    row({ booking_id: null, driver_id: 'd', reason: 'approval_waits', category: 'payout' }),
    row({ booking_id: null, alarm_id: 'x', driver_id: 'd', reason: 'sos' })
  ]
  expect(casesOf(rows)).toHaveLength(4)
})
