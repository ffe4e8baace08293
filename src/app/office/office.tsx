/**
 * Renders the pages for staff in a simulated browser (jsdom), for tests. Pages, texts and queries are the real ones; a
 * simulated server answers every request with sample rows.
 */
import i18next from 'i18next'
import { act } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { initReactI18next } from 'react-i18next'
import { createMemoryRouter, RouterProvider } from 'react-router-dom'
import { SWRConfig } from 'swr'
import { vi } from 'vitest'
import { SessionProvider } from '@/entities/person'
import { storedSettings } from '@/features/settings/fixture'
import { i18nOptions, loadBundle } from '@/lib/i18n'
import { store } from '@/lib/stored'
import { portalPages } from '../pages/portal-pages'
import { sitePages } from '../pages/site-pages'
import { answerOf, rowOf } from './sample-rows'

export const ID = '11111111-1111-4111-8111-111111111111'

/** Sample values by column name, for columns that accept only certain values although their type allows more. */
const columns: Record<string, unknown> = {
  usertype: 'rider',
  devicetype: 'All',
  status: 'COMPLETE',
  state: 'running',
  payment_mode: 'cash',
  cancelled_by: 'rider',
  category: 'taxi',
  action: 'update',
  target: 'promos',
  actor_role: 'admin',
  applies_to: 'both',
  promo_discount_type: 'flat',
  convenience_fee_type: 'flat',
  lang_locale: 'en',
  date_locale: 'en-GB',
  account: 'driver_wallets',
  part: 'hold',
  source: 'stripe',
  provider: 'stripe',
  key_value_pairs: {},
  statuses: { COMPLETE: 3 },
  image: 'cab',
  geojson: {
    type: 'MultiPolygon',
    coordinates: [
      [
        [
          [9.5, 47.1],
          [9.6, 47.1],
          [9.6, 47.2],
          [9.5, 47.1]
        ]
      ]
    ]
  },
  days: [1, 2],
  dates: [],
  from_time: '08:00:00',
  to_time: '10:00:00',
  percent: null,
  rejected_at: null,
  processed: false
}

/** Sample values by database function and column name, for columns that accept different values in different functions. */
const own: Record<string, Record<string, string>> = {
  reconciliation: { kind: 'charge', outcome: 'missing_here' },
  list_bank_lines: { outcome: 'unmatched', currency: 'CHF' },
  list_payout_rows: { outcome: 'requested', state: 'open' },
  list_driver_charges: { kind: 'rent' },
  list_chargebacks: { status: 'open' },
  list_payment_flags: { outcome: 'amount_mismatch' },
  stuck_payments: { kind: 'refund' }
}

/**
 * Returns the sample values for a table or function `of`: columns with free text contain `text`; the name of any other column
 * decides its value.
 */
const sampleOf = (text: string, of: string) => ({
  text,
  of: (column: string): unknown => {
    if (own[of]?.[column]) return own[of][column]
    if (column === 'kind') return of === 'zones' ? 'surcharge' : 'credit'
    if (column in columns) return columns[column]
    if (/^(parcel_types|options)$/.test(column)) return [{ description: text, amount: 1 }]
    if (column === 'cancel_slab') return [{ mins_delayed: 1, amount: 1 }]
    if (column === 'before') return { note: text }
    if (column === 'after') return { note: '', reason: text }
    if (/(^|_)id$/.test(column)) return ID
    if (/(_at|^at|^since|^date|process_date)$/.test(column)) return '2026-11-22T10:00:00Z'
    return /(^day|_day|^month|_validity|^as_of|_until|_on|^today|^week)$/.test(column) ? '2026-09-01' : undefined
  }
})

/** Matches the paths of function calls that only read. */
const reads =
  /^rpc\/(list_|why_not_asked|person_devices|rating_details|driver_earnings|earnings_|trial_balance|dashboard_|drivers_for_map|duty_drivers|desk_facts|attention_list|heat_map|settings_facts|session_refusal|usage_of|car_type_uses|preview_|payout_wait|notification_|read_bank|trip_options|money_|stuck_payments|ledger_rows|reconciliation|check_closes|shared_vehicles|vehicle_shifts)/

interface Ask {
  method: string
  path: string
  body: unknown
}

/** The requests for changes that were sent since the page was opened. */
export const writes: Ask[] = []

interface Office {
  /** The text that every free-text column contains. */
  text: string
  settings?: Record<string, unknown>
  /** Rows of a table, or the result of a function, by its name. For tests that need particular rows. */
  rows?: Record<string, unknown>
  /** True for a database without rows: tables are empty, and functions return no rows. */
  isEmpty?: true
  /** The error key with which every change is refused. */
  refusal?: string
}

/** The role of the people that the open page lists. */
let listedRole = 'rider'

const roleAt = (pathname: string): string =>
  ({ drivers: 'driver', fleetadmins: 'fleetadmin', alladmin: 'admin' })[pathname.split('/')[1] ?? ''] ?? 'rider'

/** The permissions of the signed-in admin: those of the role "owner" that the tested pages need. */
const held = ['desk', 'people', 'delete_people', 'staff', 'credit', 'read_bank', 'bank_release', 'money', 'payouts']

function answerTo(path: string, office: Office): unknown {
  const { text, settings, rows = {} } = office
  const name = path.replace('rpc/', '')
  const sample = sampleOf(text, name)
  if (name in rows) return rows[name]
  if (name === 'settings') return [storedSettings({ id: 1, version: 1, allow_critical_edits_admin: true, ...settings })]
  if (name === 'staff_permissions') return held.map((permission) => ({ permission }))
  if (name === 'session_refusal' || name === 'payout_wait') return null
  if (name === 'profiles') return [{ ...rowOf(name, sample), usertype: 'admin' }]
  if (office.isEmpty && name !== 'dashboard_days')
    return /^rpc\/(dashboard_totals|settings_facts)/.test(path) ? answerOf(name, sample) : []
  if (name === 'list_people') {
    const words = {
      usertype: listedRole,
      suspended_at: null,
      reg_type: 'email',
      staff_role: null,
      last_name: '',
      profile_image: null
    }
    const facts = { fleet: text, car_type: text, vehicle_make: text, vehicle_number: text, other_info: text }
    const driver_facts = listedRole === 'driver' ? { ...facts, is_active: true, papers: 'pending' } : null
    return (answerOf(name, sample) as object[]).map((row) => ({ ...row, ...words, driver_facts }))
  }
  const person = { first_name: text, last_name: '' }
  return path.startsWith('rpc/')
    ? answerOf(name, sample)
    : [{ ...rowOf(name, sample), person, asker: person, author: person }]
}

const serve = (office: Office) => async (input: RequestInfo | URL, init?: RequestInit) => {
  const path = new URL(String(input)).pathname.replace('/rest/v1/', '')
  const method = init?.method ?? 'GET'
  if (method !== 'GET' && !reads.test(path)) {
    writes.push({ method, path, body: init?.body ? JSON.parse(String(init.body)) : null })
    if (office.refusal) return Response.json({ message: office.refusal, code: 'PT403' }, { status: 403 })
  }
  const answer = answerTo(path, office)
  const isOne = new Headers(init?.headers).get('accept')?.includes('vnd.pgrst.object')
  return Response.json((isOne && Array.isArray(answer) ? answer[0] : answer) ?? null)
}

/** Says whether a media query matches. {@link open} replaces this function. */
let matching: (query: string) => boolean = () => false

class Observer {
  observe() {}
  unobserve() {}
  disconnect() {}
}

/** Keys of texts that a page has used although no such text exists. */
export const missingWords = new Set<string>()

/** Prepares the simulated browser. Call it before {@link open}. */
export async function startOffice(): Promise<void> {
  // A longer time limit than the default, because these tests render whole pages.
  vi.setConfig({ testTimeout: 30_000 })
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  vi.stubGlobal('matchMedia', (media: string) => ({
    media,
    matches: matching(media),
    addEventListener: () => {},
    removeEventListener: () => {}
  }))
  vi.stubGlobal('ResizeObserver', Observer)
  vi.stubGlobal('IntersectionObserver', Observer)
  // Adds functions that menus call and the simulated browser lacks.
  Object.assign(Element.prototype, { hasPointerCapture: () => false, scrollIntoView: () => {} })
  // Loads the table of bookings in advance, which pages load on demand.
  await import('@/features/bookings/desk/desk-bookings')
  if (i18next.isInitialized) return
  const words = await loadBundle('en')
  await i18next.use(initReactI18next).init({
    ...i18nOptions('en', { en: words }, () => i18next.dir()),
    saveMissing: true,
    missingKeyHandler: (_languages, namespace, key) => missingWords.add(`${namespace}:${key}`)
  })
}

const settle = (ms: number) => act(async () => void (await new Promise((resolve) => setTimeout(resolve, ms))))

const POLL_MS = 10
const PATIENCE_MS = 8000

/** Waits until `isThere` returns true and the page has stopped changing. */
export async function quiet(isThere: () => boolean = () => true): Promise<void> {
  const end = Date.now() + PATIENCE_MS
  let hasMoved = false
  const observer = new MutationObserver(() => {
    hasMoved = true
  })
  observer.observe(document.body, { subtree: true, childList: true, attributes: true, characterData: true })
  for (let still = 0; still < 2; ) {
    if (Date.now() > end) throw new Error(`what was waited for does not come: ${isThere}`)
    hasMoved = false
    await settle(POLL_MS)
    still = !hasMoved && observer.takeRecords().length === 0 && isThere() ? still + 1 : 0
  }
  observer.disconnect()
}

/** The paths of all staff pages. */
export const officePages = [
  ...sitePages.filter(({ name }) => name === 'bookings' || name === 'dashboard'),
  ...portalPages
]

/** The addresses of all staff pages, and of the lists that numbers on pages link to. */
export const officeAddresses = [
  ...officePages,
  ...['entries', 'bank', 'differences', 'chargebacks', 'payouts', 'charges', 'writeoffs'].map((show) => ({
    path: `/money?show=${show}`
  }))
]

let root: Root | undefined

/** Opens the staff page at an address, signed in as an admin. Returns the element that contains the page. */
export async function open(address: string, office: Office, size: 'desk' | 'phone' = 'desk'): Promise<HTMLElement> {
  writes.length = 0
  matching = (media) => (size === 'phone' ? /max-width/.test(media) : /min-width/.test(media))
  vi.stubGlobal('fetch', serve(office))
  listedRole = roleAt(new URL(address, 'http://office.test').pathname)
  const { pathname, search } = new URL(address, 'http://office.test')
  const page = officePages.find(({ path }) => path === pathname || path === patternOf(pathname))
  if (!page) throw new Error(`no page at ${address}`)
  // Stores the role, as the app does in an earlier visit. Without a stored role, the page would first load as for a rider.
  store('hackney.role', 'admin')
  const Page = await page.load()
  const router = createMemoryRouter(
    [
      { path: page.path, element: <Page /> },
      { path: '*', element: <p>elsewhere</p> }
    ],
    // Each test gets its own history entry, so that it does not see the scroll position that another test stored.
    { initialEntries: [{ pathname, search, key: crypto.randomUUID() }] }
  )
  const frame = document.body.appendChild(document.createElement('div'))
  root = createRoot(frame)
  await act(async () =>
    root?.render(
      <SWRConfig value={{ provider: () => new Map(), dedupingInterval: 0 }}>
        <SessionProvider>
          <RouterProvider router={router} />
        </SessionProvider>
      </SWRConfig>
    )
  )
  await quiet(() => document.querySelector('h1') !== null)
  return frame
}

/** Returns the path pattern of a page about one row: "/promos/5" belongs to "/promos/:id". */
const patternOf = (pathname: string) => pathname.replace(/\/[^/]+$/, '/:id')

export async function leave(): Promise<void> {
  await act(async () => root?.unmount())
  root = undefined
  document.body.replaceChildren()
}

/** Returns the first element that matches the selector and whose label or text matches `name`. */
export const named = (selector: string, name: RegExp): HTMLElement | undefined =>
  [...document.querySelectorAll<HTMLElement>(selector)].find((element) =>
    name.test(element.getAttribute('aria-label') ?? element.textContent ?? '')
  )

export async function press(element: Element | null | undefined): Promise<void> {
  if (!element) throw new Error('nothing to press')
  await act(async () => (element as HTMLElement).click())
  await quiet()
}

/** Opens a menu by keyboard, and returns its items. */
export async function openMenu(trigger: HTMLElement | undefined): Promise<HTMLElement[]> {
  if (!trigger) throw new Error('no menu')
  await act(async () => {
    trigger.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true }))
  })
  await quiet(() => document.querySelector('[role=menu]:not([aria-busy=true])') !== null)
  return [...document.querySelectorAll<HTMLElement>('[role=menuitem]')]
}

/** Presses a key on the focused element. */
export async function key(name: string): Promise<void> {
  await act(async () => {
    document.activeElement?.dispatchEvent(new KeyboardEvent('keydown', { key: name, bubbles: true, cancelable: true }))
  })
  await quiet()
}

/** Types a text into a field, replacing the field's value. */
export async function type(field: HTMLInputElement | HTMLTextAreaElement, text: string): Promise<void> {
  await act(async () => {
    Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value')?.set?.call(field, text)
    field.dispatchEvent(new Event('input', { bubbles: true }))
  })
}
