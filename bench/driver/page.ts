import { type CDPSession, chromium, type Page } from '@playwright/test'
import { launchOptions } from '../../tests/support/browser.ts'
import { type Person, storageOf } from '../../tests/support/people.ts'
import type { Place } from '../../tests/support/places.ts'

export interface Phone {
  page: Page
  cdp: CDPSession
  close: () => Promise<void>
}

interface PhoneOptions {
  at: Pick<Place, 'lat' | 'lng'>
  /** Further arguments of the browser. */
  args?: string[]
  /** Whether the session counts as never expiring, because the page's time runs ahead of the server's. */
  lasting?: boolean
}

/** The storage of a session, changed so that the page does not renew it. */
function lasting(storage: Awaited<ReturnType<typeof storageOf>>): typeof storage {
  for (const entry of storage.origins.flatMap(({ localStorage }) => localStorage)) {
    const session = JSON.parse(entry.value)
    entry.value = JSON.stringify({ ...session, expires_at: session.expires_at + 24 * 3600 })
  }
  return storage
}

/** Opens a phone at a place, with a driver signed in. */
export async function openPhone(
  web: string,
  driver: Person,
  { at, args = [], lasting: isLasting = false }: PhoneOptions
): Promise<Phone> {
  const browser = await chromium.launch({ ...launchOptions, args: [...(launchOptions.args ?? []), ...args] })
  const storage = await storageOf(driver, web)
  const context = await browser.newContext({
    baseURL: web,
    storageState: isLasting ? lasting(storage) : storage,
    viewport: { width: 390, height: 844 },
    isMobile: true,
    hasTouch: true,
    locale: 'en-GB',
    geolocation: { latitude: at.lat, longitude: at.lng },
    permissions: ['geolocation'],
    // No gliding: in this benchmark the processor draws the map, which a graphics chip does on a phone, and gliding would
    // distort the measurement.
    reducedMotion: 'reduce'
  })
  const page = await context.newPage()
  page.setDefaultTimeout(60_000)
  return { page, cdp: await context.newCDPSession(page), close: () => browser.close() }
}
