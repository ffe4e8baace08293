import type { TFunction } from 'i18next'
import i18next from 'i18next'
import { act } from 'react'
import { createRoot } from 'react-dom/client'
import { expect, it, vi } from 'vitest'
import type { StaffBooking } from '@/entities/booking'
import { startI18n } from '@/lib/texts/i18n'
import { bookingColumns } from './columns'
import { createFacts } from './facts/facts-store'
import { fieldsFor } from './file-fields'

const context = (isAttention: boolean) => ({
  isAttention,
  isByRisk: false,
  isNarrow: false,
  hasEarnings: true,
  taxName: '',
  facts: createFacts(),
  when: (at: string) => at,
  personPath: () => null
})

it('each row in the view of bookings that need attention says why', async () => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  await startI18n()
  const late = { attention: ['driver_silent', 'late'] } as unknown as StaffBooking
  const t = i18next.getFixedT('en', 'bookings') as TFunction<['bookings', 'desk']>
  const column = bookingColumns(t, context(true)).find(({ id }) => id === 'attention')
  expect(column?.value(late)).toBe('Driver silent, Late')
  const root = createRoot(document.body)
  await act(async () => root.render(column?.cell?.(late)))
  expect([...document.querySelectorAll('span > span')].map(({ textContent }) => textContent)).toEqual([
    'Driver silent',
    'Late'
  ])
  await act(async () => root.unmount())
  vi.unstubAllGlobals()
})

it('other views have no attention column, which would mostly be empty', () => {
  const t = ((key: string) => key) as unknown as TFunction<['bookings', 'desk']>
  expect(bookingColumns(t, context(false)).map(({ id }) => id)).not.toContain('attention')
})

it('readers who may not see how a fare is divided get no columns for it', () => {
  const t = ((key: string) => key) as unknown as TFunction<['bookings', 'desk']>
  const ids = (hasEarnings: boolean) => bookingColumns(t, { ...context(false), hasEarnings }).map(({ id }) => id)
  expect(ids(true).filter((id) => !ids(false).includes(id))).toEqual(['convenience_fee', 'driver_share'])
})

it('the amounts of a row in a file add up: of a cancelled booking only its fee is left', () => {
  const t = ((key: string) => key) as unknown as TFunction<['bookings', 'desk']>
  const amounts = (row: Partial<StaffBooking>) =>
    Object.fromEntries(
      bookingColumns(t, context(false))
        .filter(({ kind }) => kind === 'money')
        .map(({ id, value }) => [id, value(row as StaffBooking)])
    )
  const ridden = amounts({
    status: 'PAID',
    price_parts: [
      { side: 'price', kind: 'fare', amount: 14.2, tax: 1.06 },
      { side: 'price', kind: 'promotion', amount: -1.42, name: 'RIDER10' },
      { side: 'price', kind: 'cash_rounding', amount: 0.02 }
    ],
    total_amount: 12.8,
    customer_paid: 12.8,
    tip_amount: 1.4,
    booking_finances: { driver_share: 13.2, convenience_fees: 1 }
  })
  expect(ridden).toMatchObject({ payable: 12.8, trip_cost: 14.2, discount: -1.42, rounding: 0.02, tax: 1.06, tip: 1.4 })
  expect(ridden).toMatchObject({ customer_paid: 12.8, cancellation_fee: null, driver_share: 13.2 })
  const cancelled = amounts({
    status: 'CANCELLED',
    price_parts: [{ side: 'price', kind: 'cancellation_fee', amount: 6 }],
    total_amount: 6,
    customer_paid: 15,
    tip_amount: 0,
    booking_finances: { driver_share: 0, convenience_fees: 0 }
  })
  expect(cancelled).toMatchObject({ payable: 6, cancellation_fee: 6, customer_paid: 6, driver_share: 0 })
  expect(cancelled).toMatchObject({ trip_cost: null, discount: null, rounding: null, tax: null, convenience_fee: 0 })
})

it('an exported file requests all columns that it needs', () => {
  // The database always returns the columns by which it sorts.
  const always = ['id', 'reference', 'created_at', 'trip_at', 'total_amount']
  const t = ((key: string) => key) as unknown as TFunction<['bookings', 'desk']>
  for (const { id, value } of bookingColumns(t, context(true))) {
    const asked = fieldsFor([id])
    const read = new Set<string>()
    const row = new Proxy({} as StaffBooking, {
      get: (_row, name) => {
        read.add(String(name))
        return undefined
      }
    })
    value(row)
    for (const name of read) {
      if (name !== 'attention') expect([...always, ...(asked ?? [])], id).toContain(name)
    }
  }
})

it('the column of the tax has the name that the firm gave it', async () => {
  await startI18n()
  const t = i18next.getFixedT('en', 'bookings') as TFunction<['bookings', 'desk']>
  const named = (taxName: string) =>
    bookingColumns(t, { ...context(false), taxName }).find(({ id }) => id === 'tax')?.label
  expect([named(''), named('MwSt.')]).toEqual(['Tax', 'MwSt.'])
})
