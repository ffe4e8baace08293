import { type CDPSession, chromium, type Page } from '@playwright/test'
import { launchOptions } from '../../tests/support/browser.ts'
import { type Person, storageOf } from '../../tests/support/people.ts'
import { vaduz } from '../../tests/support/places.ts'

export interface Phone {
  page: Page
  cdp: CDPSession
  close: () => Promise<void>
}

interface PhoneOptions {
  /** Whether cars and the map's camera glide. If the processor draws the map, gliding would distort the measurement. */
  isMoving: boolean
}

/** Opens a rider's phone, signed in by the session that supabase-js would have stored. */
export async function openPhone(web: string, rider: Person, { isMoving }: PhoneOptions): Promise<Phone> {
  const browser = await chromium.launch(launchOptions)
  const context = await browser.newContext({
    baseURL: web,
    storageState: await storageOf(rider, web),
    viewport: { width: 390, height: 844 },
    locale: 'en-GB',
    geolocation: { latitude: vaduz.lat, longitude: vaduz.lng },
    permissions: ['geolocation'],
    reducedMotion: isMoving ? 'no-preference' : 'reduce'
  })
  const page = await context.newPage()
  page.setDefaultTimeout(60_000)
  return { page, cdp: await context.newCDPSession(page), close: () => browser.close() }
}

/** The time of the frame after an element or text appears, in milliseconds since 1970. */
export const shownAt = (page: Page, wanted: { selector: string } | { text: string }): Promise<number> =>
  page.evaluate(
    (wanted) =>
      new Promise<number>((resolve) => {
        const isThere = () =>
          'selector' in wanted ? document.querySelector(wanted.selector) : document.body.innerText.includes(wanted.text)
        const look = () => {
          if (!isThere()) return
          observer.disconnect()
          requestAnimationFrame(() => resolve(Date.now()))
        }
        const observer = new MutationObserver(look)
        observer.observe(document.body, { childList: true, subtree: true, characterData: true })
        look()
      }),
    wanted
  )
