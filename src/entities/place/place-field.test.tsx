import i18next from 'i18next'
import { act, useState } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { initReactI18next } from 'react-i18next'
import { SWRConfig } from 'swr'
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { AUTOCOMPLETE_DEBOUNCE_MS } from '@/config/constants'
import type { LatLng, Place } from '@/lib/geo/geo'
import { PlaceField } from './place-field'

interface Request {
  name: string
  body: Record<string, unknown>
}

const network = vi.hoisted(() => ({ asked: [] as Request[], answer: (_: Request): unknown => ({}) }))
vi.mock('@/lib/server/functions', () => ({
  loadFunctions: async () => ({
    invoke: async (name: string, { body }: { body: Record<string, unknown> }) => {
      network.asked.push({ name, body })
      const data = network.answer({ name, body })
      return data instanceof Response ? { data: null, error: { context: data } } : { data, error: null }
    }
  })
}))

// The test waits for nothing in real time. The time limit only ends a test that hangs: a busy machine needs seconds for the
// first field.
vi.setConfig({ testTimeout: 60_000 })

const vaduz = { lat: 47.14133, lng: 9.52154 }
const hit = { place_id: 'mapbox:1', description: 'Städtle 4, Vaduz', main_text: 'Städtle 4', secondary_text: 'Vaduz' }
const chosen = { coords: { lat: 47.1, lng: 9.5 }, address: 'Städtle 4, 9490 Vaduz' }

let root: Root
let place: Place | null
let position: LatLng

function Field({ covers = () => true }: { covers?: (point: LatLng) => boolean }) {
  const [value, setValue] = useState<Place | null>(null)
  place = value
  return (
    <SWRConfig value={{ provider: () => new Map() }}>
      <PlaceField
        label="Pickup"
        sign={null}
        value={value}
        onChange={setValue}
        onPickOnMap={() => {}}
        near={vaduz}
        covers={covers}
        userId={null}
      />
    </SWRConfig>
  )
}

/**
 * Runs an action, then everything that happens after a pause in typing. The clock is simulated, so a slow machine makes no
 * difference.
 */
async function after(work: () => void): Promise<void> {
  await act(async () => work())
  // Three steps: the delayed request is sent, answered, and its result rendered.
  for (const ms of [AUTOCOMPLETE_DEBOUNCE_MS, 0, 0]) await act(async () => void (await vi.advanceTimersByTimeAsync(ms)))
}

const input = () => document.querySelector('input') as HTMLInputElement

function find(selector: string, text = ''): HTMLElement {
  const found = [...document.querySelectorAll<HTMLElement>(selector)].find((one) => one.textContent?.includes(text))
  if (!found) throw new Error(`${selector} ${text} is not there`)
  return found
}

const asked = (name: string) => network.asked.filter((one) => one.name === name).map(({ body }) => body)

const show = (field = <Field />) => after(() => root.render(field))
const enter = () => after(() => input().focus())
const press = (selector: string, text?: string) => after(() => find(selector, text).click())

async function type(text: string) {
  await enter()
  await after(() => {
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(input(), text)
    input().dispatchEvent(new Event('input', { bubbles: true }))
  })
}

beforeAll(async () => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  vi.stubGlobal(
    'ResizeObserver',
    class {
      observe() {}
      unobserve() {}
      disconnect() {}
    }
  )
  const words = {
    use_my_location: 'Use my location',
    outside_region: 'Too far away',
    server_busy: 'Busy',
    google_places_error: 'No answer',
    place_to_coords_error: 'Not on the map'
  }
  await i18next.use(initReactI18next).init({ lng: 'de', resources: { de: { places: words, errors: words } } })
  vi.stubGlobal(
    'navigator',
    Object.assign(Object.create(navigator), {
      geolocation: {
        getCurrentPosition: (tell: (at: unknown) => void) =>
          tell({ coords: { latitude: position.lat, longitude: position.lng } })
      }
    })
  )
})

afterAll(() => void vi.unstubAllGlobals())

beforeEach(() => {
  vi.useFakeTimers()
  network.asked.length = 0
  network.answer = ({ name }) => (name === 'places/autocomplete' ? { searchResults: [hit] } : chosen)
  root = createRoot(document.body.appendChild(document.createElement('div')))
})
afterEach(async () => {
  await act(async () => root.unmount())
  document.body.replaceChildren()
  vi.useRealTimers()
})

// Spec 7.62, 9.2
it('suggestions are requested 200 ms after the last key, not a millisecond earlier', async () => {
  await show()
  await enter()
  const wait = (ms: number) => act(async () => void (await vi.advanceTimersByTimeAsync(ms)))
  await act(async () => {
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(input(), 'Stä')
    input().dispatchEvent(new Event('input', { bubbles: true }))
  })
  await wait(199)
  expect(asked('places/autocomplete')).toEqual([])
  for (const ms of [1, 0, 0]) await wait(ms)
  expect(asked('places/autocomplete')).toHaveLength(1)
})

it('requests share a session until a choice, in the page’s language and near the point', async () => {
  await show()
  await type('Stä')
  await type('Städtle')
  await press('[role="option"]', 'Städtle 4')
  expect(place).toEqual({ ...chosen.coords, add: chosen.address })
  const [first, second] = asked('places/autocomplete')
  expect(first).toEqual({ searchKeyword: 'Stä', language: 'de', near: '47.14,9.52', session: expect.any(String) })
  expect(second?.session).toBe(first?.session)
  expect(asked('places/coordinates')).toEqual([{ place_id: 'mapbox:1', language: 'de', session: first?.session }])

  await type('Schaan')
  expect(asked('places/autocomplete')[2]?.session).not.toBe(first?.session)
})

it('the local name of a place is kept, whichever provider found it', async () => {
  const found = { ...hit, place_id: 'photon:47.1,9.5', ...chosen.coords }
  const own = { ...found, place_id: 'way1', main_text: 'Im Städtle', local: 'Städtle 4, 9490 Vaduz' }
  network.answer = ({ name }) =>
    name === 'places/autocomplete' ? { searchResults: [found, own] } : { ...chosen, local: 'Städtle 4, 9490 Vaduz FL' }
  await show()
  await type('Städ')
  await press('[role="option"]', 'Städtle 4')
  expect(place?.local).toBe('Städtle 4, 9490 Vaduz FL')
  await type('Städt')
  await press('[role="option"]', 'Im Städtle')
  expect(place?.local).toBe('Städtle 4, 9490 Vaduz')
  expect(asked('places/coordinates')).toHaveLength(1)
})

it('clearing the search starts a new session', async () => {
  await show()
  await type('Stä')
  await press('button[aria-label="clear"]')
  await type('Schaan')
  const [first, second] = asked('places/autocomplete')
  expect(second?.session).not.toBe(first?.session)
})

it('places that the provider knows can be chosen, even beyond the map’s region', async () => {
  position = { lat: 52.5, lng: 13.4 }
  network.answer = () => ({ address: 'Alexanderplatz, Berlin' })
  await show(<Field covers={() => false} />)
  await enter()
  await press('[role="option"]', 'Use my location')
  expect(place?.add).toBe('Alexanderplatz, Berlin')
})

it('a position beyond the region that the provider does not know is reported as too far', async () => {
  position = { lat: 52.5, lng: 13.4 }
  network.answer = () => Response.json({ code: 'place_to_coords_error' }, { status: 404 })
  await show(<Field covers={() => false} />)
  await enter()
  await press('[role="option"]', 'Use my location')
  expect(document.querySelector('[role="status"]')?.textContent).toBe('Too far away')
})

it('other errors are shown as they are', async () => {
  position = { lat: 52.5, lng: 13.4 }
  network.answer = () => Response.json({ code: 'server_busy' }, { status: 503 })
  await show(<Field covers={() => false} />)
  await enter()
  await press('[role="option"]', 'Use my location')
  expect(document.querySelector('[role="status"]')?.textContent).toBe('Busy')
})

// Spec 8.8
it('a failing address search is reported', async () => {
  network.answer = () => Response.json({ code: 'maps_unavailable' }, { status: 503 })
  await show(<Field />)
  await type('bahn')
  expect(document.querySelector('[role="status"]')?.textContent).toBe('No answer')
})

// Spec 5.5, 8.5
it('a place without coordinates is reported as not found, and is not chosen', async () => {
  network.answer = ({ name }) =>
    name === 'places/autocomplete' ? { searchResults: [hit] } : { address: hit.description }
  await show()
  await type('Stä')
  await press('[role="option"]', 'Städtle 4')
  expect(place).toBeNull()
  expect(document.querySelector('[role="status"]')?.textContent).toBe('Not on the map')
})
