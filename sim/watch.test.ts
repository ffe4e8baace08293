import { expect, it } from 'vitest'
import type { Account, Booking, Log } from './town.ts'
import { createWatch } from './watch.ts'

const quiet: Log = { info: () => undefined, warn: () => undefined, error: () => undefined }
const reader = (id: string) => ({ id, email: `${id}@hackney.test` }) as Account
const steps = [
  { from_status: null, to_status: 'NEW' },
  { from_status: 'NEW', to_status: 'ACCEPTED' },
  { from_status: 'ACCEPTED', to_status: 'NEW' },
  { from_status: 'ACCEPTED', to_status: 'ARRIVED' },
  { from_status: 'ARRIVED', to_status: 'STARTED' }
]

const booking = (status: string, more: Partial<Booking> = {}) =>
  ({
    id: 'b',
    reference: 'ABCDEF',
    status,
    fare_lines: [{ amount: 10.1 }, { amount: 4.7 }],
    trip_cost: 14.8,
    payable_amount: 0,
    customer_id: 'rider',
    driver_id: 'driver',
    ...more
  }) as Booking

function watching() {
  const watch = createWatch(quiet)
  watch.learn(steps)
  return watch
}

it('the watcher accepts skipped statuses and a booking that was given back', () => {
  const watch = watching()
  for (const status of ['NEW', 'ACCEPTED', 'NEW', 'STARTED']) watch.booking(reader('rider'), booking(status))
  expect(watch.broken).toEqual([])
})

it('the watcher reports an impossible change of status', () => {
  const watch = watching()
  for (const status of ['STARTED', 'ARRIVED']) watch.booking(reader('rider'), booking(status))
  expect(watch.broken).toEqual(['a booking may change its status only by a step that exists'])
})

it('the watcher accepts that two people read a booking at different times', () => {
  const watch = watching()
  watch.booking(reader('driver'), booking('STARTED'))
  watch.booking(reader('rider'), booking('ARRIVED'))
  expect(watch.broken).toEqual([])
})

it('the watcher reports fare lines that are a cent off', () => {
  const watch = watching()
  watch.booking(reader('rider'), booking('NEW', { trip_cost: 14.81 }))
  expect(watch.broken).toEqual(['the lines of a fare must add up to the fare'])
})

it('the watcher reports a driver on two trips', () => {
  const watch = watching()
  watch.trips('driver2@hackney.test', 1)
  watch.trips('driver2@hackney.test', 2)
  expect(watch.broken).toEqual(['a driver must not be on two trips at once'])
})

it('the watcher reports a message by an outsider in a conversation', () => {
  const watch = watching()
  watch.message(reader('rider'), booking('ACCEPTED'), 'driver')
  watch.message(reader('rider'), booking('ACCEPTED'), 'stranger')
  expect(watch.broken).toEqual(['only the rider and the driver of a trip may chat'])
})

it('the watcher reports a wallet line that does not match the next balance', () => {
  const watch = watching()
  const line = (type: string, amount: number, balance: number) => ({ type, amount, balance })
  watch.wallet('a', [line('Debit', 2.5, 17.5), line('Credit', 20, 20)])
  expect(watch.broken).toEqual([])
  watch.wallet('a', [line('Debit', 2.5, 17.4), line('Credit', 20, 20)])
  expect(watch.broken).toEqual(['a wallet must equal the sum of its history'])
})
