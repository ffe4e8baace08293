import { describe, expect, it } from 'vitest'
import { decodePolyline } from '../../supabase/functions/_shared/region/mod.ts'
import { visitor } from '../support/people.ts'
import { schaan, vaduz } from '../support/places.ts'
import { invoke } from '../support/responses.ts'
import { carTypeId, type Estimate } from '../support/ride.ts'
import { stackUnderTest } from '../support/worker.ts'

const env = stackUnderTest()
const client = visitor(env)

interface Refusal {
  code: string
  message: string
}

describe('places', () => {
  interface Result {
    place_id: string
    description: string
  }

  // Spec 2.15, 7.63
  it('suggests places while the person types, with their positions', async () => {
    const found = await invoke<{ searchResults: Result[] }>(client, 'places/autocomplete', { searchKeyword: 'Städtle' })
    expect(found.status).toBe(200)
    const [first] = found.body.searchResults
    expect(first?.description).toContain('Städtle')
    const where = await invoke<{ coords: { lat: number; lng: number } }>(client, 'places/coordinates', {
      place_id: first?.place_id
    })
    expect(where.body.coords.lat).toBeCloseTo(47.14, 1)
    expect(where.body.coords.lng).toBeCloseTo(9.52, 1)
  })

  it('suggests nothing for an unknown place', async () => {
    const { body } = await invoke<{ searchResults: Result[] }>(client, 'places/autocomplete', {
      searchKeyword: 'Xqzzvw'
    })
    expect(body.searchResults).toEqual([])
  })

  it('names a point on the map', async () => {
    const { status, body } = await invoke<{ address: string }>(client, 'places/reverse', { latlng: '47.1410,9.5209' })
    expect(status).toBe(200)
    expect(body.address).toContain('Vaduz')
  })

  it('accepts the search session and the language of the page', async () => {
    const options = { session: crypto.randomUUID(), language: 'de' }
    const search = { searchKeyword: 'Städtle', near: '47.14,9.52', ...options }
    const found = await invoke<{ searchResults: Result[] }>(client, 'places/autocomplete', search)
    expect(found.status).toBe(200)
    const chosen = { place_id: found.body.searchResults[0]?.place_id, ...options }
    expect((await invoke(client, 'places/coordinates', chosen)).status).toBe(200)
    const point = { latlng: '47.1410,9.5209', language: 'de' }
    expect((await invoke(client, 'places/reverse', point)).status).toBe(200)
    for (const wrong of [{ session: 'mine' }, { language: 'German' }]) {
      const answer = await invoke<Refusal>(client, 'places/autocomplete', { ...search, ...wrong })
      expect([answer.status, answer.body.code]).toEqual([400, 'invalid_request'])
    }
  })

  it('refuses invalid input with an error code', async () => {
    for (const [path, body] of [
      ['places/coordinates', { place_id: 'no-such-place' }],
      ['places/reverse', { latlng: 'here' }],
      ['places/nothing', {}]
    ] as const) {
      const answer = await invoke<Refusal>(client, path, body)
      expect(answer.status, path).toBeGreaterThanOrEqual(400)
      expect(answer.status, path).toBeLessThan(500)
      expect(answer.body.message, path).toBeTruthy()
    }
  })
})

describe('routes', () => {
  interface Route {
    distance_in_km: number
    time_in_secs: number
    polylinePoints: string
  }
  const pair = { start: `${vaduz.lat},${vaduz.lng}`, dest: `${schaan.lat},${schaan.lng}` }

  // Spec 7.64
  it('finds the route along the streets', async () => {
    const { status, body } = await invoke<Route>(client, 'routes/directions', pair)
    expect(status).toBe(200)
    expect(body.distance_in_km).toBeGreaterThan(2.5)
    expect(body.distance_in_km).toBeLessThan(6)
    expect(body.time_in_secs).toBeGreaterThan(120)
    const points = decodePolyline(body.polylinePoints)
    expect(points[0]?.lat).toBeCloseTo(vaduz.lat, 2)
    expect(points.at(-1)?.lat).toBeCloseTo(schaan.lat, 2)
  })

  it('routes through a stop', async () => {
    const direct = await invoke<Route>(client, 'routes/directions', pair)
    const triesen = await invoke<Route>(client, 'routes/directions', { ...pair, waypoints: '47.1080,9.5280' })
    expect(triesen.body.distance_in_km).toBeGreaterThan(direct.body.distance_in_km + 3)
  })

  // Spec 5.6, 8.31
  it('answers "No Route Found" away from every street', async () => {
    const { status, body } = await invoke<Refusal>(client, 'routes/directions', {
      start: pair.start,
      dest: '52.5,13.4'
    })
    expect(status).toBeGreaterThanOrEqual(400)
    expect(`${body.code} ${body.message}`).toMatch(/no.?route/i)
  })

  it('ignores a price, distance or duration sent by the caller', async () => {
    const car_type_id = await carTypeId(client)
    const honest = { pickup: vaduz, drop: schaan, car_type_id }
    const greedy = { ...honest, trip_cost: 1, distance_in_km: 0.1, time_in_secs: 1 }
    const first = await invoke<Estimate>(client, 'routes/estimate', honest)
    const second = await invoke<Estimate>(client, 'routes/estimate', greedy)
    if (second.status === 200) expect(second.body.trip_cost).toBe(first.body.trip_cost)
    else expect(second.status).toBe(400)
  })
})
