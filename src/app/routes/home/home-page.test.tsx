/** Tests the home page: who can book, what other people see, and the page without settings. */
import { act } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { MemoryRouter } from 'react-router-dom'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { HomePage } from './home-page'

const now = vi.hoisted(() => ({
  role: null as string | null,
  settings: undefined as object | null | undefined,
  error: null as unknown,
  retry: vi.fn()
}))
vi.mock('react-i18next', () => ({ useTranslation: () => ({ t: (key: string) => key }) }))
vi.mock('@/entities/person', () => ({ useSession: () => ({ role: now.role }) }))
vi.mock('@/entities/settings', () => ({
  useSettings: () => ({ settings: now.settings, error: now.error, retry: now.retry })
}))
vi.mock('@/lib/server/use-error-text', () => ({ useErrorText: () => (error: { key: string }) => error.key }))
vi.mock('@/lib/page/use-media', () => ({ usePanelPlace: () => 'floating' }))
// The form, the map and their surroundings have separate tests.
vi.mock('@/features/rider/booking-form', () => ({ BookingScreen: () => <form aria-label="booking" /> }))
vi.mock('@/features/site/landing', () => ({ LandingSections: () => null }))
vi.mock('@/components/map', () => ({ MapView: () => null, preloadRegion: async () => {} }))
vi.mock('../../demo', () => ({ DemoCorner: () => null }))
vi.mock('../../layout/site-header', () => ({ SiteHeader: () => null }))
vi.mock('../../layout/site-footer', () => ({ SiteFooter: () => null }))

let root: Root
let place: HTMLElement
beforeEach(() => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  Object.assign(now, { role: null, settings: { id: 1 }, error: null })
  place = document.createElement('div')
  root = createRoot(place)
})
afterEach(() => act(async () => root.unmount()))

const show = () =>
  act(async () =>
    root.render(
      <MemoryRouter>
        <HomePage />
      </MemoryRouter>
    )
  )

// Spec 2.14, 6.7
it.each([null, 'rider', 'admin'])('the booking form is shown to %s', async (role) => {
  now.role = role
  await show()
  expect(place.querySelector('form')).not.toBeNull()
  expect(place.textContent).not.toContain('slogan.title')
})

it.each([
  ['driver', '/drive'],
  ['fleetadmin', '/bookings']
  // Spec 2.14, 6.7
])('a %s sees the slogan and a link to their work at %s', async (role, to) => {
  now.role = role
  await show()
  expect(place.querySelector('form')).toBeNull()
  expect(place.querySelector('h1')?.textContent).toBe('slogan.title')
  expect(place.querySelector('a')?.getAttribute('href')).toBe(to)
})

// Spec 2.18
it('the form can be used while settings are loading', async () => {
  now.settings = undefined
  await show()
  expect(place.querySelector('form')).not.toBeNull()
})

// Spec 2.19, 8.43
it('the page says that the database has no settings', async () => {
  now.settings = null
  await show()
  expect(place.querySelector('h1')?.textContent).toBe('no_settings')
  expect(place.querySelector('form')).toBeNull()
})

// Spec 8.43
it('settings that failed to load are reported with the reason and a retry', async () => {
  Object.assign(now, { settings: undefined, error: { key: 'network_error' } })
  await show()
  expect(place.textContent).toContain('load_failed')
  expect(place.textContent).toContain('network_error')
  await act(async () => place.querySelector('button')?.click())
  expect(now.retry).toHaveBeenCalledOnce()
})
