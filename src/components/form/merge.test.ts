import { expect, it } from 'vitest'
import * as z from 'zod/mini'
import { changedPaths, rebase, sameBy, storedAt, withValue } from './merge'

const figure = z.pipe(
  z.string().check(z.regex(/^\d+([.,]\d+)?$/)),
  z.transform((text) => Number(text.replace(',', '.')))
)
const schema = z.object({
  name: z.string().check(z.trim()),
  fare: figure,
  slabs: z.array(z.object({ key: z.string(), mins: figure, fee: figure }))
})
const same = sameBy(schema)
const base = {
  name: 'Cab',
  fare: '3.50',
  slabs: [
    { key: '0', mins: '0', fee: '3.00' },
    { key: '1', mins: '5', fee: '5.00' }
  ]
}
const [first, second] = base.slabs

it('another notation of a number is no change', () => {
  expect(changedPaths(base, { ...base, fare: '3,5', name: 'Cab ' }, same)).toEqual([])
  expect(changedPaths(base, { ...base, fare: '3.6' }, same)).toEqual(['fare'])
  expect(changedPaths(base, { ...base, fare: '3.' }, same)).toEqual(['fare'])
})

it('each changed cell of a list counts while the rows are the same, otherwise the list as a whole', () => {
  expect(changedPaths(base, withValue(base, 'slabs.1.fee', '6.00'), same)).toEqual(['slabs.1.fee'])
  expect(changedPaths(base, { ...base, slabs: [second, first] }, same)).toEqual(['slabs'])
  expect(changedPaths(base, { ...base, slabs: [first] }, same)).toEqual(['slabs'])
  expect(changedPaths(base, { ...base, slabs: [] }, same)).toEqual(['slabs'])
})

it('the stored value of a moved row is found by its key', () => {
  const moved = { ...base, slabs: [{ key: 'new', mins: '1', fee: '1' }, second, first] }
  expect(storedAt(base, moved, 'slabs.1.fee')).toEqual({ value: '5.00' })
  expect(storedAt(base, moved, 'slabs.0.fee')).toBeNull()
  expect(storedAt(base, moved, 'fare')).toEqual({ value: '3.50' })
})

it('a newer version is applied to untouched fields, and our changes stay', () => {
  const mine = { ...base, fare: '4.00' }
  const theirs = { ...withValue(base, 'slabs.0.fee', '2.00'), name: 'Taxi' }
  const merged = rebase(base, mine, theirs, same)
  expect(merged.values).toEqual({ ...withValue(base, 'slabs.0.fee', '2.00'), name: 'Taxi', fare: '4.00' })
  expect(merged.taken).toEqual(['name', 'slabs.0.fee'])
  expect(merged.conflicts).toEqual([])
})

it('a field changed differently by both keeps our value as a conflict; one changed equally is no conflict', () => {
  const mine = withValue({ ...base, fare: '4.00' }, 'slabs.1.fee', '6.00')
  const theirs = withValue({ ...base, fare: '4,0' }, 'slabs.1.fee', '5.50')
  const merged = rebase(base, mine, theirs, same)
  expect(merged.values).toEqual(mine)
  expect(merged.taken).toEqual([])
  expect(merged.conflicts).toEqual([{ path: 'slabs.1.fee', theirs: '5.50' }])
})

it('a list with different rows is merged as a whole', () => {
  const theirs = { ...base, slabs: [first] }
  expect(rebase(base, base, theirs, same)).toMatchObject({ values: theirs, taken: ['slabs'] })
  const mine = withValue(base, 'slabs.1.fee', '6.00')
  expect(rebase(base, mine, theirs, same).conflicts).toEqual([{ path: 'slabs', theirs: [first] }])
})
