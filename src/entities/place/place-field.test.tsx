import i18next from 'i18next'
import { useState } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { initReactI18next } from 'react-i18next'
import { SWRConfig } from 'swr'
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import type { LatLng, Place } from '@/lib/geo'
import { PlaceField } from './place-field'

interface Asked {
  name: string
  body: Record<string, unknown>
}

const network = vi.hoisted(() => ({ asked: [] as Asked[], answer: (_: Asked): unknown => ({}) }))
vi.mock('@/lib/functions', () => ({
  loadFunctions: async () => ({
    invoke: async (name: string, { body }: { body: Record<string, unknown> }) => {
      network.asked.push({ name, body })
      const data = network.answer({ name, body })
      return data instanceof Response ? { data: null, error: { context: data } } : { data, error: null }
    }
  })
}))

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

/** Longer than a busy machine takes. */
const until = <Found,>(look: () => Found) => vi.waitFor(look, { timeout: 5000 })
const input = () => document.querySelector('input') as HTMLInputElement

function find(selector: string, text = ''): HTMLElement {
  const found = [...document.querySelectorAll<HTMLElement>(selector)].find((one) => one.textContent?.includes(text))
  if (!found) throw new Error(`${selector} ${text} is not there`)
  return found
}

const asked = (name: string) => network.asked.filter((one) => one.name === name).map(({ body }) => body)

async function type(text: string) {
  const before = network.asked.length
  await until(() => input().focus())
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(input(), text)
  input().dispatchEvent(new Event('input', { bubbles: true }))
  await until(() => expect(network.asked.length).toBe(before + 1))
}

async function press(selector: string, text?: string) {
  const found = await until(() => find(selector, text))
  found.click()
}

beforeAll(async () => {
  vi.stubGlobal(
    'ResizeObserver',
    class {
      observe() {}
      unobserve() {}
      disconnect() {}
    }
  )
  const words = { use_my_location: 'Use my location', outside_region: 'Too far away', server_busy: 'Busy' }
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

beforeEach(() => {
  network.asked.length = 0
  network.answer = ({ name }) => (name === 'places/autocomplete' ? { searchResults: [hit] } : chosen)
  root = createRoot(document.body.appendChild(document.createElement('div')))
})
afterEach(() => {
  root.unmount()
  document.body.replaceChildren()
})

it('asks within one session until the choice ends it, in the language of the page and near the point', async () => {
  root.render(<Field />)
  await type('Stä')
  await type('Städtle')
  await press('[role="option"]', 'Städtle 4')
  await until(() => expect(place).toEqual({ ...chosen.coords, add: chosen.address }))
  const [first, second] = asked('places/autocomplete')
  expect(first).toEqual({ searchKeyword: 'Stä', language: 'de', near: '47.14,9.52', session: expect.any(String) })
  expect(second?.session).toBe(first?.session)
  expect(asked('places/coordinates')).toEqual([{ place_id: 'mapbox:1', language: 'de', session: first?.session }])

  await type('Schaan')
  expect(asked('places/autocomplete')[2]?.session).not.toBe(first?.session)
})

it('begins a session anew when the search is cleared', async () => {
  root.render(<Field />)
  await type('Stä')
  await press('button[aria-label="clear"]')
  await type('Schaan')
  const [first, second] = asked('places/autocomplete')
  expect(second?.session).not.toBe(first?.session)
})

it('goes wherever the provider knows the ground, also beyond the region of the map', async () => {
  position = { lat: 52.5, lng: 13.4 }
  network.answer = () => ({ address: 'Alexanderplatz, Berlin' })
  root.render(<Field covers={() => false} />)
  await until(() => input().focus())
  await press('[role="option"]', 'Use my location')
  await until(() => expect(place?.add).toBe('Alexanderplatz, Berlin'))
})

it('says that a position beyond the region is too far, where the provider does not know it', async () => {
  position = { lat: 52.5, lng: 13.4 }
  network.answer = () => Response.json({ code: 'place_to_coords_error' }, { status: 404 })
  root.render(<Field covers={() => false} />)
  await until(() => input().focus())
  await press('[role="option"]', 'Use my location')
  await until(() => expect(document.querySelector('[role="status"]')?.textContent).toBe('Too far away'))
})

it('says what else went wrong as it is', async () => {
  position = { lat: 52.5, lng: 13.4 }
  network.answer = () => Response.json({ code: 'server_busy' }, { status: 503 })
  root.render(<Field covers={() => false} />)
  await until(() => input().focus())
  await press('[role="option"]', 'Use my location')
  await until(() => expect(document.querySelector('[role="status"]')?.textContent).toBe('Busy'))
})
