import { type CDPSession, chromium, type Page } from '@playwright/test'
import { launchOptions } from '../../tests/support/browser.ts'
import { type Person, storageOf } from '../../tests/support/people.ts'

export interface Desk {
  page: Page
  cdp: CDPSession
  close: () => Promise<void>
}

/** Opens a browser in which a dispatcher is signed in; the measurement opens the page. */
export async function openDesk(web: string, person: Person): Promise<Desk> {
  const browser = await chromium.launch({
    ...launchOptions,
    // Browser options to count frames as they come, and to measure memory after garbage collection.
    args: [...(launchOptions.args ?? []), '--enable-precise-memory-info', '--js-flags=--expose-gc']
  })
  const context = await browser.newContext({
    baseURL: web,
    storageState: await storageOf(person, web),
    viewport: { width: 1440, height: 900 },
    locale: 'en-GB'
  })
  const page = await context.newPage()
  page.setDefaultTimeout(60_000)
  return { page, cdp: await context.newCDPSession(page), close: () => browser.close() }
}

/** The time of the frame after a text appears, measured in the page. */
export const shownAt = (page: Page, text: string): Promise<number> =>
  page.evaluate(
    (wanted) =>
      new Promise<number>((resolve, reject) => {
        const look = () => {
          if (!document.body.textContent?.includes(wanted)) return
          observer.disconnect()
          requestAnimationFrame(() => resolve(Date.now()))
        }
        const observer = new MutationObserver(look)
        observer.observe(document.body, { subtree: true, childList: true, characterData: true })
        setTimeout(() => reject(new Error(`${wanted} does not come`)), 30_000)
        look()
      }),
    text
  )

/** The time of the frame after a booking's row shows a word, measured in the page. */
export const rowShownAt = (page: Page, reference: string, word: string): Promise<number> =>
  page.evaluate(
    ([name, wanted]) =>
      new Promise<number>((resolve, reject) => {
        const look = () => {
          const rows = [...document.querySelectorAll('main tr')]
          const row = rows.find(({ textContent }) => textContent?.includes(name))
          if (!row?.textContent?.includes(wanted)) return
          observer.disconnect()
          requestAnimationFrame(() => resolve(Date.now()))
        }
        const observer = new MutationObserver(look)
        observer.observe(document.body, { subtree: true, childList: true, characterData: true })
        setTimeout(() => reject(new Error(`${name} does not become ${wanted}`)), 30_000)
        look()
      }),
    [reference, word] as const
  )

/** Waits until a text is not in the page any more. */
export const goneFrom = async (page: Page, text: string): Promise<void> => {
  await page.waitForFunction((gone) => !document.body.textContent?.includes(gone), text)
}
