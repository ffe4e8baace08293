/** In a demo staff reads no row of the table `bookings`: lists for staff come from list_bookings() only, which masks contacts and logs. */
import { expect, it } from 'vitest'
import { find, read } from './files.ts'

/** Each read of the table, with what follows it in its statement. */
const reads = find('src/**/*.{ts,tsx}')
  .filter((path) => !/\.test\.tsx?$/.test(path))
  .flatMap((path) =>
    read(path)
      .split("from('bookings')")
      .slice(1)
      .map((after) => ({ path, after: after.slice(0, 400) }))
  )

/** Whose rows these are: one booking, or those of a rider or driver; `column` is one of the two (see `Owner`). */
const own = /^\s*\.select\([^)]*\)\s*\.eq\((?:'id'|'customer_id'|'driver_id'|column), /

it("a page reads the table bookings for one booking or for a person's own, never for a list of the staff's", () => {
  expect(reads.length).toBeGreaterThan(3)
  expect(reads.filter(({ after }) => !own.test(after)).map(({ path }) => path)).toEqual([])
})

it('pages that list bookings for staff ask the entity, and never the database themselves', () => {
  const direct = find('src/{app,features/bookings,features/dashboard}/**/*.{ts,tsx}').filter((path) =>
    /from\('bookings'\)/.test(read(path))
  )
  expect(direct).toEqual([])
})
