import i18next from 'i18next'
import { act } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { initReactI18next } from 'react-i18next'
import { createMemoryRouter, RouterProvider } from 'react-router-dom'
import { SWRConfig } from 'swr'
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { loadPhones } from '@/lib/typing/phones'
import type { MapFacts } from './model/map-facts'
import type { FirmSetup, Step } from './model/steps'
import { steps } from './model/steps'
import { SetupPage } from './page'
import words from './texts/setup/en.json'

/** The town that the settings have before the set-up. */
const stored = {
  country: 'LI',
  code: 'CHF',
  decimal: 2,
  symbol: 'CHF',
  swipe_symbol: false,
  cash_unit: 0,
  time_zone: 'UTC',
  convert_to_mile: false,
  panic: '',
  tax_name: '',
  app_name: 'Hackney',
  company_phone: ''
}
const server = vi.hoisted(() => ({
  setup: {} as Record<string, unknown>,
  saved: [] as unknown[],
  facts: null as MapFacts | null,
  area: { geojson: null } as object
}))
vi.mock('@/entities/settings', () => ({
  settingsKey: 'settings',
  useSettings: () => ({ settings: stored }),
  useFormat: () => ({ locale: 'en' })
}))
vi.mock('@/lib/server/supabase', () => ({
  supabase: {
    rpc: async (name: string, { step, patch, area }: { step?: string; patch?: object; area?: object } = {}) => {
      if (name === 'firm_setup') return { data: { ...server.setup }, error: null }
      if (name === 'service_area') return { data: server.area, error: null }
      if (name === 'save_service_area') {
        server.saved.push(area)
        return { data: null, error: null }
      }
      server.setup[step ?? ''] = true
      server.saved.push(patch)
      return { data: {}, error: null }
    }
  }
}))

let root: Root
beforeAll(async () => {
  await loadPhones()
  await i18next
    .use(initReactI18next)
    .init({ lng: 'en', defaultNS: 'common', resources: { en: { setup: words, common: {} } } })
})
beforeEach(() => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  vi.stubGlobal('fetch', async () => Response.json(server.facts))
  Object.assign(server, { saved: [], facts: null, area: { geojson: null } })
})
afterEach(async () => {
  await act(async () => root.unmount())
  document.body.replaceChildren()
  vi.unstubAllGlobals()
})

async function open(region_country: string | null, left: readonly Step[] = steps, currency_locked = false) {
  const done = Object.fromEntries(steps.map((step) => [step, !left.includes(step)]))
  server.setup = { ...done, currency_locked, region_country } satisfies Partial<FirmSetup>
  root = createRoot(document.body.appendChild(document.createElement('div')))
  const router = createMemoryRouter([{ path: '*', element: <SetupPage /> }], { initialEntries: ['/setup-firm'] })
  await act(async () =>
    root.render(
      <SWRConfig value={{ provider: () => new Map() }}>
        <RouterProvider router={router} />
      </SWRConfig>
    )
  )
}

const find = <T extends HTMLElement>(selector: string) => document.querySelector<T>(selector) as T
const press = (selector: string) => act(async () => find(selector).click())
const labelOf = (element: Element | null) =>
  element instanceof HTMLInputElement || element instanceof HTMLSelectElement
    ? element.labels?.[0]?.textContent
    : element?.closest('[aria-label]')?.getAttribute('aria-label')
const field = <T extends HTMLElement>(label: string) =>
  [...document.querySelectorAll<T>('select, input')].find((one) => labelOf(one) === label) as T
const put = (control: HTMLInputElement | HTMLSelectElement, value: string) =>
  act(async () => {
    Object.getOwnPropertyDescriptor(Object.getPrototypeOf(control), 'value')?.set?.call(control, value)
    control.dispatchEvent(new Event(control.tagName === 'SELECT' ? 'change' : 'input', { bubbles: true }))
  })
/** Waits until a step is saved: its number is read first. */
const saved = () => act(async () => void (await vi.waitFor(() => expect(server.saved).toHaveLength(1))))
const confirm = () => find<HTMLButtonElement>('button[type=submit]')

it.each(['Country', 'Currency', 'Time zone', 'Emergency number', 'Name of the tax'])(
  'a press on “Change” in the set-up moves the focus into the field: %s',
  async (what) => {
    await open('LI')
    await press(`[aria-label="Change: ${what}"]`)
    expect(labelOf(document.activeElement)).toBe(what)
    expect(document.querySelector(`[aria-label="Change: ${what}"]`)).toBeNull()
  }
)

it('a press on “Change” beside the distances moves the focus to the chosen unit, and each label names a field', async () => {
  await open('LI')
  for (const what of ['Country', 'Currency', 'Time zone', 'Emergency number', 'Distances'])
    await press(`[aria-label="Change: ${what}"]`)
  expect(document.activeElement?.textContent).toBe('Kilometres')
  expect(document.activeElement?.closest('[role=radiogroup]')?.getAttribute('aria-label')).toBe('Distances')
  const labels = [...document.querySelectorAll('label')]
  expect(labels).toHaveLength(4)
  for (const label of labels) expect(label.control).not.toBeNull()
})

it('a country without a known emergency number is confirmed only with one, whose field stays while it is typed', async () => {
  await open('JP')
  const input = field<HTMLInputElement>('Emergency number')
  expect(confirm().disabled).toBe(true)
  await put(input, '1')
  await put(input, '110')
  expect(field('Emergency number')).toBe(input)
  expect(confirm().disabled).toBe(false)
  await press('button[type=submit]')
  await saved()
  expect(server.saved).toEqual([expect.objectContaining({ country: 'JP', panic: '110', time_zone: 'Asia/Tokyo' })])
})

it('an emergency number is read as people write it: in digits of their script, and as a number of the chosen country', async () => {
  await open('KW')
  await put(field('Emergency number'), '١١٢')
  await put(field('Name of the tax'), 'VAT')
  await press('button[type=submit]')
  await saved()
  expect(server.saved).toEqual([expect.objectContaining({ country: 'KW', panic: '112', decimal: 3 })])
})

it('a text that is no emergency number is not saved', async () => {
  await open('MT')
  await press('[aria-label="Change: Emergency number"]')
  await put(field('Emergency number'), 'police')
  await press('button[type=submit]')
  await vi.waitFor(() => expect(document.querySelector('[role=alert]')).not.toBeNull())
  expect(server.saved).toEqual([])
  await put(field('Emergency number'), '2122 4001')
  await press('button[type=submit]')
  await saved()
  expect(server.saved).toEqual([expect.objectContaining({ panic: '+35621224001' })])
})

it('a firm in whose currency rides were booked is shown that currency, also for a town in another country', async () => {
  await open('MT', steps, true)
  expect(document.body.textContent).toContain('CHF ·')
  expect(document.body.textContent).toContain(words.town.locked)
  await press('[aria-label="Change: Country"]')
  await put(field<HTMLSelectElement>('Country'), 'JP')
  expect(document.body.textContent).toContain('CHF ·')
})

it('the set-up says what the owner chose and what the country has', async () => {
  await open('LI')
  expect(document.body.textContent).toContain('The currency of Liechtenstein.')
  await press('[aria-label="Change: Currency"]')
  await put(field<HTMLSelectElement>('Currency'), 'EUR')
  expect(document.body.textContent).not.toContain('The currency of Liechtenstein.')
  expect(document.body.textContent).toContain(words.town.currency_chosen)
})

it('the set-up says where the emergency number, the currency and the name of the tax are from, and as of when', async () => {
  await open('MT')
  for (const source of ['Directive (EU) 2018/1972, article 109', 'ISO 4217', 'Directive 2006/112/EC']) {
    expect(document.body.textContent).toContain(`Source: ${source}, November 2026.`)
  }
})

it('a country whose tax has no known name is confirmed only with one', async () => {
  await open('AD')
  expect(confirm().disabled).toBe(true)
  await put(field('Name of the tax'), ' IGI ')
  await press('button[type=submit]')
  await saved()
  expect(server.saved).toEqual([expect.objectContaining({ country: 'AD', tax_name: 'IGI' })])
})

it('the set-up confirms no emergency number that was emptied', async () => {
  await open('LI')
  expect(confirm().disabled).toBe(false)
  await press('[aria-label="Change: Emergency number"]')
  await put(field('Emergency number'), ' ')
  expect(confirm().disabled).toBe(true)
})

it('a map without a country asks for it, and the field that was used stays', async () => {
  await open(null)
  const select = field<HTMLSelectElement>('Country')
  expect(confirm().disabled).toBe(true)
  await put(select, 'LI')
  expect(field('Country')).toBe(select)
  expect(document.body.textContent).toContain('Europe/Vaduz')
  expect(confirm().disabled).toBe(false)
})

it('the next step of the set-up takes the focus to its heading; the first one leaves it where it is', async () => {
  await open('LI', ['town', 'offer'])
  expect(document.activeElement).toBe(document.body)
  await press('button[type=submit]')
  await saved()
  expect(document.activeElement?.textContent).toBe(words.offer.title)
  await press('button[type=submit]')
  expect(document.activeElement?.textContent).toBe(words.all_done)
  expect(document.querySelector('[aria-live]')).toBeNull()
})

const corners: [number, number][] = [
  [9.5, 47],
  [9.6, 47],
  [9.6, 47.1]
]
const island: MapFacts = {
  drives_on: 'left',
  roads: { km: 100, out_of_reach_km: 14.9, islands: [{ name: 'Gozo', km: 14 }] },
  addresses: { streets: 200, without_numbers: 120 },
  area: { of: 'border', name: 'Malta', corners },
  spots: []
}
const text = () => document.body.textContent ?? ''

it('the set-up proposes the service area of the map, which is saved before the town is confirmed', async () => {
  server.facts = island
  await open('LI')
  expect(text()).toContain('The border of Malta.')
  await press('button[type=submit]')
  const ring = [...corners, corners[0]]
  expect(server.saved).toEqual([{ type: 'Polygon', coordinates: [ring] }, expect.objectContaining({ country: 'LI' })])
})

it('an owner may have rides begin and end anywhere on the map, and an area that nobody changed is not saved again', async () => {
  server.facts = island
  server.area = { geojson: { type: 'MultiPolygon', coordinates: [[[...corners, corners[0]]]] } }
  await open('LI')
  await press('button[type=submit]')
  expect(server.saved).toEqual([expect.objectContaining({ country: 'LI' })])
  await act(async () => root.unmount())
  server.saved = []
  await open('LI')
  await press('[aria-label="Change: Service area"]')
  expect(document.activeElement?.textContent).toBe('An area')
  await press('[role=radio][aria-checked=false]:not([tabindex="0"])')
  await press('button[type=submit]')
  expect(server.saved).toEqual([null, expect.objectContaining({ country: 'LI' })])
})

it('the set-up says on which side people drive, and what the map lacks', async () => {
  server.facts = island
  await open('LI')
  expect(text()).toContain('On the left')
  expect(text()).toContain('15% of the streets are cut off from the rest, such as Gozo.')
  expect(text()).toContain('60% of the streets have no house numbers')
})

it('the set-up does not warn about a map that lacks little', async () => {
  server.facts = {
    ...island,
    roads: { km: 100, out_of_reach_km: 2, islands: [] },
    addresses: { streets: 200, without_numbers: 90 }
  }
  await open('LI')
  expect(text()).not.toContain('of the streets')
})

it('the town is confirmed also with a map of an older importer, which says nothing about it', async () => {
  vi.stubGlobal('fetch', async () => new Response('<!doctype html>', { headers: { 'content-type': 'text/html' } }))
  await open('LI')
  expect(text()).toContain('The whole map')
  await press('button[type=submit]')
  expect(server.saved).toEqual([expect.objectContaining({ country: 'LI' })])
})
