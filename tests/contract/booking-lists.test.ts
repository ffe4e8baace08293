/**
 * In a demo, staff may not read rows of the table `bookings`: their lists come from list_bookings(), which masks contacts and
 * logs.
 */
import { expect, it } from 'vitest'
import { find, read } from './files.ts'

/** Each read of the table, with the rest of its statement. */
const reads = find('src/**/*.{ts,tsx}')
  .filter((path) => !/\.test\.tsx?$/.test(path))
  .flatMap((path) =>
    read(path)
      .split("from('bookings')")
      .slice(1)
      .map((after) => ({ path, after: after.slice(0, 400) }))
  )

/** Allowed filters: one booking, or those of a rider or driver; `column` is one of the last two (see `Owner`). */
const own = /^\s*\.select\([^)]*\)\s*\.eq\((?:'id'|'customer_id'|'driver_id'|column), /

it('pages read the table bookings for one booking or for a person, never for a list of staff', () => {
  expect(reads.length).toBeGreaterThan(3)
  expect(reads.filter(({ after }) => !own.test(after)).map(({ path }) => path)).toEqual([])
})

it('pages that list bookings for staff use the entity’s query instead of the table', () => {
  const direct = find('src/{app,features/common/booking-lists,features/staff/dashboard}/**/*.{ts,tsx}').filter((path) =>
    /from\('bookings'\)/.test(read(path))
  )
  expect(direct).toEqual([])
})
