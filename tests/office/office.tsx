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
import { portalPages } from '@/app/pages/portal-pages'
import { loadedSitePages } from '@/app/pages/site-loaders'
import { SessionProvider } from '@/entities/person'
import { store } from '@/lib/storage/stored'
import { loadBundle } from '@/lib/texts/files'
import { i18nOptions } from '@/lib/texts/i18n'
import { quiet } from './interact'
import { type Office, roleAt, serve, writes } from './server'

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
  await import('@/features/common/booking-lists/components/desk/desk-bookings')
  if (i18next.isInitialized) return
  const words = await loadBundle('en')
  await i18next.use(initReactI18next).init({
    ...i18nOptions('en', { en: words }, () => i18next.dir()),
    saveMissing: true,
    missingKeyHandler: (_languages, namespace, key) => missingWords.add(`${namespace}:${key}`)
  })
}

/** All staff pages. */
export const officePages = [
  ...loadedSitePages.filter(({ name }) => name === 'bookings' || name === 'dashboard'),
  ...portalPages
]

/** The addresses (`path`) of all staff pages, and of the lists on the page `/money` that numbers on other pages link to. */
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
  const { pathname, search } = new URL(address, 'http://office.test')
  vi.stubGlobal('fetch', serve(office, roleAt(pathname)))
  const page = officePages.find(({ path }) => path === pathname || path === patternOf(pathname))
  if (!page) throw new Error(`no page at ${address}`)
  // Stores the role, as if an earlier visit had stored it. Without it, the page would first load as it does for a rider.
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
