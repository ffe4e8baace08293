import type { TFunction } from 'i18next'
import i18next from 'i18next'
import { act } from 'react'
import { createRoot } from 'react-dom/client'
import { expect, it, vi } from 'vitest'
import type { StaffBooking } from '@/entities/booking'
import { addPortalWords, startI18n } from '@/lib/i18n'
import { bookingColumns } from './columns'
import { createFacts } from './facts/facts-store'
import { fieldsFor } from './file-fields'

const context = (isAttention: boolean) => ({
  isAttention,
  isByRisk: false,
  hasEarnings: true,
  facts: createFacts(),
  when: (at: string) => at,
  personPath: () => null
})

it('each row in the view of bookings that need attention says why', async () => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  await startI18n()
  await addPortalWords()
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
