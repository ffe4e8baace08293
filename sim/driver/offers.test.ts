import { expect, it } from 'vitest'
import type { DriverAgenda } from '../agenda.ts'
import type { Api } from '../client/api.ts'
import type { Account, Town } from '../town.ts'
import { createOffers } from './offers.ts'

const here = { lat: 47.141, lng: 9.5209 }
const offer = {
  id: 'offer',
  booking_id: 'booking',
  expires_at: '',
  pickup_area_lat: here.lat,
  pickup_area_lng: here.lng,
  distance_km: 0.4
}

/** A simulated driver with one offer. The map shows `cars` near the driver; other drivers of the city are elsewhere. */
function asked(cars: object[], isOwn = false) {
  const called: string[] = []
  const api = {
    rows: async () => [offer],
    rpc: async (_: unknown, name: string) => {
      called.push(name)
      return name === 'nearby_drivers' ? { rows: cars } : { id: 'booking' }
    }
  } as unknown as Api
  const town = {
    api,
    clock: { now: () => 0, rate: () => 1 },
    colleagues: [],
    visitors: new Map(),
    own: new Set(isOwn ? ['booking'] : []),
    carTypes: new Map([['Cab', 'cab']]),
    note: () => undefined
  } as unknown as Town
  const agenda = { kind: 'Cab', accepts: 0, thinks: [2, 5] } as DriverAgenda
  const account = { id: 'd', email: 'driver2@hackney.test', token: async () => null } as unknown as Account
  const offers = createOffers(town, { agenda, isFree: () => true, place: () => here }, account)
  /** When the driver answers, in seconds after the offer. */
  const answers = async () => {
    await offers.look(0)
    const at = offers.due()
    await offers.answer(at)
    return { after: at / 1000, called: called.filter((name) => name !== 'nearby_drivers') }
  }
  return answers
}

it('a simulated driver accepts a visitor’s ride after a moment', async () => {
  const { after, called } = await asked([])()
  expect(after).toBeGreaterThanOrEqual(2)
  expect(after).toBeLessThan(6)
  expect(called).toEqual(['accept_booking'])
})

it('a visitor driving nearby gets fifteen seconds to answer an offer first', async () => {
  const { after, called } = await asked([{ ...here, car_type_id: 'cab' }])()
  expect(after).toBeGreaterThanOrEqual(15)
  expect(after).toBeLessThan(20)
  expect(called).toEqual(['accept_booking'])
})

it('a visitor driving another kind of car delays no simulated driver', async () => {
  expect((await asked([{ ...here, car_type_id: 'van' }])()).after).toBeLessThan(6)
})

it('simulated drivers decline some of the simulated rides', async () => {
  expect((await asked([], true)()).called).toEqual(['decline_booking'])
})
