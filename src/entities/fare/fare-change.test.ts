import { expect, it } from 'vitest'
import { fareChange } from './fare-change'
import type { FareLine, Quote } from './model'

const quote = (lines: Partial<FareLine>[], distance_in_km = 3) =>
  ({ lines, distance_in_km, time_in_secs: 300, trip_cost: 12 }) as Quote
const base = { key: 'base_fare', amount: 4 }
const night = { key: 'tariff_window', name: 'Night', amount: 2 }

it('a changed fare names the surcharge that began or ended', () => {
  expect(fareChange(quote([base]), quote([base, night])).reason).toEqual({ kind: 'began', name: 'Night' })
  expect(fareChange(quote([base, night]), quote([base])).reason).toEqual({ kind: 'ended', name: 'Night' })
})

it('a changed fare without a surcharge names the route or the rates', () => {
  expect(fareChange(quote([base]), quote([base], 4)).reason).toEqual({ kind: 'way' })
  expect(fareChange(quote([base, night]), quote([{ ...base, amount: 5 }, night])).reason).toEqual({ kind: 'rates' })
})
