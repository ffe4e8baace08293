import { expect, it } from 'vitest'
import { isNarrowed, readQuery, requestOf, writeQuery } from './query'
import type { Filter } from './types'

const options = ['NEW', 'PAID', 'COMPLETE'].map((value) => ({ value, label: value }))
const filters: Filter[] = [
  { id: 'status', label: 'Status', kind: 'choices', options },
  { id: 'mode', label: 'Payment', kind: 'choice', options: [{ value: 'cash', label: 'Cash' }] },
  { id: 'created', label: 'Booked', kind: 'dates' },
  { id: 'fare', label: 'Fare', kind: 'numbers' },
  { id: 'paid', label: 'Paid', kind: 'switch' },
  { id: 'plate', label: 'Plate', kind: 'text' }
]
const askable = { filters, sortable: ['created', 'reference'] }
const read = (search: string) => readQuery(new URLSearchParams(search), askable)

it('a query written to the address reads back the same', () => {
  const search =
    'q=AB&sort=-created&status=NEW%2CPAID&mode=cash&created=2026-11-01..2026-11-30&fare=10..&paid=no&plate=FL+28'
  const query = read(search)
  expect(query).toEqual({
    search: 'AB',
    sort: { column: 'created', isDown: true },
    filters: {
      status: ['NEW', 'PAID'],
      mode: ['cash'],
      created: ['2026-11-01', '2026-11-30'],
      fare: ['10', ''],
      paid: ['no'],
      plate: ['FL 28']
    }
  })
  expect(writeQuery(new URLSearchParams(), query, filters).toString()).toBe(search)
})

it('invalid values in an address are ignored', () => {
  const query = read('sort=password&status=NEW,DROP TABLE&mode=gold&created=yesterday..&fare=..&paid=maybe&plate=%20')
  expect(query).toEqual({ search: '', sort: null, filters: { status: ['NEW'] } })
})

it("parameters that are not the table's stay unchanged", () => {
  const params = new URLSearchParams('lang=de&status=NEW')
  expect(writeQuery(params, { search: '', sort: null, filters: {} }, filters).toString()).toBe('lang=de')
})

it("a request covers whole days of the operator's zone, even when clocks change", () => {
  const days = (from: string, to: string) =>
    requestOf({ search: '', sort: null, filters: { created: [from, to] } }, filters, 'Europe/Vaduz').filters.created
  expect(days('2026-11-01', '2026-11-30')).toEqual(['2026-10-31T23:00:00.000Z', '2026-11-30T23:00:00.000Z'])
  expect(days('2026-10-25', '2026-10-25')).toEqual(['2026-10-24T22:00:00.000Z', '2026-10-25T23:00:00.000Z'])
  expect(days('', '2026-12-31')).toEqual(['', '2026-12-31T23:00:00.000Z'])
})

it('days are passed unchanged to a source that takes days', () => {
  const days: Filter[] = [{ id: 'earned', label: 'Earned', kind: 'dates', asDays: true }]
  const query = { search: '', sort: null, filters: { earned: ['2026-11-01', '2026-11-30'] } }
  expect(requestOf(query, days, 'Europe/Vaduz').filters.earned).toEqual(['2026-11-01', '2026-11-30'])
})

it('isNarrowed tells whether any filter or search is set', () => {
  expect(isNarrowed(read('sort=created'))).toBe(false)
  expect(isNarrowed(read('q=A'))).toBe(true)
  expect(isNarrowed(read('paid=yes'))).toBe(true)
})
