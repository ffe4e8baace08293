/**
 * Tests settings that affect pages: changes each and checks the page. A test's name is the setting's key
 * (tests/contract/settings.test.ts requires a test for each setting).
 */
import i18next from 'i18next'
import type { ReactElement } from 'react'
import { renderToStaticMarkup, renderToString } from 'react-dom/server'
import { initReactI18next } from 'react-i18next'
import { MemoryRouter } from 'react-router-dom'
import { beforeAll, expect, it, vi } from 'vitest'
import type { CarType } from '@/entities/car'
import { CarList } from '@/entities/car'
import type { Settings } from '@/entities/settings'
import { useFormat } from '@/entities/settings'
import { panicNumber, routesDrawn } from '@/features/common/trip-page/model/trip-view'
import { offeredAmounts } from '@/features/common/wallet/model'
import { parentOf } from '@/features/rider/booking-form/components/embed/use-frame-height'
import { LoginPage } from '@/features/site/auth'
import { ContactPage, LandingSections } from '@/features/site/landing'
import { DrawerTop } from './layout/portal/drawer'
import { SiteFooter } from './layout/site-footer'
import { drawerOf } from './pages/portal-pages'

const state = vi.hoisted(() => ({ settings: {} as Record<string, unknown> }))
vi.mock('@/entities/settings/use-settings', () => ({
  settingsKey: 'settings',
  useSettings: () => ({ settings: state.settings })
}))
vi.mock('@/entities/person', async (real) => ({
  ...(await real<typeof import('@/entities/person')>()),
  useSession: () => ({ status: 'signed_out' })
}))
vi.mock('@/lib/server/supabase', () => ({ supabase: {} }))
vi.mock('@/components/map', () => ({}))
vi.mock('@/components/map/map-panel', () => ({}))

beforeAll(async () => {
  const common = { footer: { rights: '{{name}}' } }
  await i18next
    .use(initReactI18next)
    .init({ lng: 'de', defaultNS: 'common', resources: { de: { common } }, interpolation: { escapeValue: false } })
})

const quiet: Partial<Settings> = {
  app_name: 'Hackney',
  symbol: 'CHF',
  decimal: 2,
  swipe_symbol: false,
  country: 'LI',
  convert_to_mile: false,
  time_zone: 'Europe/Vaduz',
  facebook_login_enabled: false,
  horizontal_view: false,
  show_live_route: true,
  panic: '',
  company_name: '',
  company_address: '',
  company_website: '',
  contact_email: '',
  company_phone: '',
  company_terms: '',
  company_registration: '',
  legal_template: 'none',
  telephone_orders: true,
  facebook_handle: '',
  twitter_handle: '',
  instagram_handle: '',
  logo: '',
  apple_store_link: '',
  play_store_link: ''
}

function drawn(page: ReactElement, flipped: Partial<Settings> = {}): string {
  state.settings = { ...quiet, ...flipped }
  return renderToStaticMarkup(<MemoryRouter>{page}</MemoryRouter>)
}

const Amount = () => <>{useFormat().money(1234.5)}</>

const cab = { id: 'cab', name: 'Cab', image: 'cab', seats: 4, extra_info: '', parcel_types: [], options: [] }
const cars = (horizontal: boolean) => (
  <CarList
    carTypes={[cab as unknown as CarType]}
    value={null}
    onChange={() => {}}
    offerOf={() => ({ isPricing: false })}
    horizontal={horizontal}
  />
)

/** Settings that a page shows as they are, and the page that does so. */
const shown: Record<string, [page: ReactElement, value: string]> = {
  app_name: [<SiteFooter key="f" />, 'Rigi Taxi'],
  logo: [<DrawerTop key="d" />, 'logo-rigi'],
  company_name: [<ContactPage key="c" />, 'Rigi Taxi AG'],
  company_address: [<ContactPage key="c" />, 'Landstrasse 7'],
  company_registration: [<ContactPage key="c" />, 'FL-0002.123.456-7'],
  company_website: [<SiteFooter key="f" />, 'https://rigi.example'],
  contact_email: [<ContactPage key="c" />, 'desk@rigi.example'],
  company_phone: [<ContactPage key="c" />, '+423 555 99 99'],
  company_terms: [<SiteFooter key="f" />, 'https://rigi.example/terms'],
  facebook_handle: [<ContactPage key="c" />, 'https://www.facebook.com/rigi'],
  twitter_handle: [<ContactPage key="c" />, 'https://x.com/rigi'],
  instagram_handle: [<ContactPage key="c" />, 'https://www.instagram.com/rigi'],
  apple_store_link: [<LandingSections key="l" />, 'https://apps.apple.com/rigi'],
  play_store_link: [<LandingSections key="l" />, 'https://play.google.com/rigi']
}

it.each(Object.entries(shown))('%s', (key, [page, value]) => {
  expect(drawn(page)).not.toContain(value)
  const set = key.endsWith('_handle') ? value.split('/').at(-1) : value
  expect(drawn(page, { [key]: set })).toContain(value)
})

it('legal_template', () => {
  expect(drawn(<SiteFooter />)).not.toContain('href="/terms"')
  expect(drawn(<SiteFooter />, { legal_template: 'plain' })).toContain('href="/terms"')
  expect(drawn(<SiteFooter />, { legal_template: 'gdpr', company_terms: 'https://rigi.example/terms' })).not.toContain(
    'href="/terms"'
  )
})

it('telephone_orders', () => {
  const paths = (settings: { telephone_orders: boolean }) =>
    drawerOf('admin', i18next.t, () => true, settings).flatMap(({ items }) => items.map(({ path }) => path))
  expect(paths({ telephone_orders: true })).toContain('/addbookings')
  expect(paths({ telephone_orders: false })).not.toContain('/addbookings')
})

it('symbol', () => {
  expect(drawn(<Amount />)).toContain('CHF')
  expect(drawn(<Amount />, { symbol: '€' })).toMatch(/^€/)
})

it('swipe_symbol', () => {
  expect(drawn(<Amount />)).toMatch(/^CHF/)
  expect(drawn(<Amount />, { swipe_symbol: true })).toMatch(/CHF$/)
})

it('country', () => {
  const Locale = () => <>{useFormat().locale}</>
  expect(drawn(<Locale />)).toBe('de-LI')
  expect(drawn(<Locale />, { country: 'DE' })).toBe('de-DE')
})

it('allow_country_selection', () => {
  expect(drawn(<LoginPage notice={null} />)).not.toContain('<select')
  expect(drawn(<LoginPage notice={null} />, { allow_country_selection: true, country: 'LI' })).toContain('+423')
})

it('facebook_login_enabled', () => {
  // Checks only that the buttons for signing in with a network are loaded. They show only if Auth is configured for the
  // network, which tests/e2e/sign-in.phone.spec.ts tests.
  const awaitsPart = (facebook_login_enabled: boolean) => {
    state.settings = { ...quiet, facebook_login_enabled }
    return renderToString(
      <MemoryRouter>
        <LoginPage notice={null} />
      </MemoryRouter>
    ).includes('<!--$')
  }
  expect(awaitsPart(false)).toBe(false)
  expect(awaitsPart(true)).toBe(true)
})

it('wallet_money_field', () => {
  expect(offeredAmounts(['20', '50'], 0, 100)).toEqual([20, 50])
  expect(offeredAmounts(['7.5', '200'], 0, 100)).toEqual([7.5])
})

it('horizontal_view', () => {
  expect(drawn(cars(false))).not.toContain('overflow-x-auto')
  expect(drawn(cars(true))).toContain('overflow-x-auto')
})

it('show_live_route', () => {
  expect(routesDrawn('pickup', { showLiveRoute: true })).toEqual({ booked: true, approach: true })
  expect(routesDrawn('pickup', { showLiveRoute: false })).toEqual({ booked: false, approach: false })
  expect(routesDrawn(null, { showLiveRoute: false })).toEqual({ booked: true, approach: false })
})

it('embed_origins', () => {
  const parent = (allowed: string[]) => parentOf(allowed, '?parent=https://hotel.example')
  expect(parent([])).toBeNull()
  expect(parent(['https://bar.example', 'https://hotel.example'])).toBe('https://hotel.example')
  expect(parent(['https://hotel.example.evil.example', 'https://hotel.exampl', '*'])).toBeNull()
})

it('panic', () => {
  const ride = { category: 'taxi', status: 'STARTED' } as const
  expect(panicNumber(ride, { panic: '112' })).toBe('112')
  expect(panicNumber(ride, { panic: '' })).toBeNull()
  expect(panicNumber({ ...ride, category: 'delivery' }, { panic: '112' })).toBeNull()
  expect(panicNumber({ ...ride, status: 'ACCEPTED' }, { panic: '112' })).toBeNull()
})
