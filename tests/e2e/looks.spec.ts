/**
 * The appearance of pages, apart from their use: each is checked by axe, for sideways scrolling and for its language, and a
 * picture is saved. Their states are created through the API. HACKNEY_FULL=1 checks every language in light and dark.
 */
import type { Page } from '@playwright/test'
import { paths } from '../../src/config/paths.ts'
import { isFull } from '../support/full.ts'
import type { Person } from '../support/people.ts'
import { schaan, vaduz } from '../support/places.ts'
import { unwrap } from '../support/responses.ts'
import { accept, book, goOnline, offerOf, reportPosition } from '../support/ride.ts'
import { listedPaths } from '../support/sitemap.ts'
import {
  expect,
  expectAccessible,
  expectDrawn,
  expectNoSidewaysScroll,
  expectStreets,
  goTo,
  NOWHERE,
  test
} from './fixtures.ts'
import { expectEveryManner } from './manners.ts'

// These pictures have the page's full resolution; those of other stories have half (see the configuration).
test.use({ deviceScaleFactor: ({ isMobile }, use) => use(isFull && isMobile ? 2 : 1) })

const languages = ['en', 'de', 'ar'] as const
type Language = (typeof languages)[number]
type Light = 'light' | 'dark'
/** A language and the colour schemes to check it in. */
type Manner = [Language, ...Light[]]
type Who = 'rider' | 'driver'

const locales: Record<Language, string> = { en: 'en-GB', de: 'de-CH', ar: 'ar' }

/** Expects the panel at the start side of a desktop, which is the right one in Arabic. */
async function expectPanelAtTheRight(page: Page): Promise<void> {
  const { width = 0 } = page.viewportSize() ?? {}
  if (width < 900) return
  const box = await page.getByRole('heading', { level: 1 }).first().boundingBox()
  expect(box?.x ?? 0, `the panel of ${page.url()}`).toBeGreaterThan(width / 2)
}

interface Look {
  /** The picture's name, without the colour scheme. */
  name: string
  /** Whether a map fills the page, with a panel at its start side. */
  hasMap?: boolean
  keep(page: Page, name: string): Promise<void>
}

/** Checks an open page in each colour scheme. */
async function look(page: Page, [language, ...lights]: Manner, { name, hasMap, keep }: Look): Promise<void> {
  await expectDrawn(page)
  await expect(page.locator('html')).toHaveAttribute('lang', new RegExp(`^${language}`))
  await expect(page.locator('html')).toHaveAttribute('dir', language === 'ar' ? 'rtl' : 'ltr')
  await expect(page.getByText('جارٍ تحميل الخريطة')).toHaveCount(0)
  if (hasMap && language === 'ar') await expectPanelAtTheRight(page)
  await expectNoSidewaysScroll(page)
  for (const light of lights) {
    await page.emulateMedia({ colorScheme: light })
    await expect
      .poll(() => page.evaluate(() => document.documentElement.classList.contains('dark')))
      .toBe(light === 'dark')
    await expectAccessible(page)
    await keep(page, `${name}-${language}-${light}`)
  }
}

/** The languages and schemes for a visitor's pages: both sizes together cover all of them. */
const visits: Record<'desktop' | 'phone', Manner[]> = {
  desktop: [
    ['de', 'light'],
    ['ar', 'dark']
  ],
  phone: [['en', 'light', 'dark']]
}
const everyVisit: Manner[] = languages.map((language) => [language, 'light', 'dark'])

test.describe(() => {
  test.use({ map: true })

  for (const language of languages) {
    // Spec 1.18, 2.5, 2.11, 2.17, 2.43, 7.66
    test(`the pages of a visitor are readable and accessible in ${language}`, async ({
      open,
      picture,
      stack,
      isMobile
    }) => {
      const manner = (isFull ? everyVisit : visits[isMobile ? 'phone' : 'desktop']).find(([own]) => own === language)
      test.skip(!manner, 'The other size looks in this language')
      if (!manner) return
      const page = await open(NOWHERE, { at: vaduz, locale: locales[language] })
      const listed = await listedPaths(page.request, stack.WEB_URL)
      expect(listed).toContain(paths.home)
      // The start page first: the others are opened from it, as by a press on a link.
      for (const path of new Set([paths.home, ...listed, '/no-such-page'])) {
        if (path === paths.home) await page.goto(path)
        else await goTo(page, path)
        if (path === paths.home && language === 'en') await expectStreets(page)
        await look(page, manner, { name: `page-${path.slice(1) || 'home'}`, keep: picture })
      }
    })
  }
})

/** The rider's and the driver's language and scheme for a ride: together they cover all languages and schemes. */
const casts: Record<'desktop' | 'phone', Record<Who, Manner>> = {
  desktop: { rider: ['ar', 'dark'], driver: ['de', 'light'] },
  phone: { rider: ['de', 'light'], driver: ['ar', 'dark'] }
}

const onDesktop = new Set(['new', 'accepted', 'started', 'pending', 'complete', 'bookings', 'profile'])

const fullCasts: Record<Who, Manner>[] = languages.map((language) => ({
  rider: [language, 'light', 'dark'],
  driver: [language, 'light', 'dark']
}))

const speak = async (people: Person[], languageOf: (index: number) => Language) => {
  for (const [index, { client }] of people.entries()) {
    unwrap(await client.rpc('update_profile', { lang_locale: languageOf(index) }))
  }
}

// Draws no maps in a short run: other stories check them, and the panels look the same without them.
test.describe(() => {
  test.use({ map: isFull })

  for (const cast of isFull ? fullCasts : [null]) {
    // Spec 2.2, 2.7, 2.36
    test(`a ride in each status is readable and accessible${cast ? ` in ${cast.rider[0]}` : ''}`, async ({
      open,
      person,
      picture,
      isMobile
    }) => {
      test.setTimeout(isFull ? 900_000 : 480_000)
      const manners = cast ?? casts[isMobile ? 'phone' : 'desktop']
      const [rider, driver] = [await person('rider9@hackney.test'), await person('driver@hackney.test')]
      await speak([rider, driver], (index) => manners[index === 0 ? 'rider' : 'driver'][0])
      const pages = {
        rider: await open(NOWHERE, { at: vaduz, as: rider, locale: locales[manners.rider[0]] }),
        driver: await open(NOWHERE, { at: vaduz, as: driver, locale: locales[manners.driver[0]] })
      }
      const lookAs = async (who: Who, path: string, name: string, hasMap = true) => {
        // Drivers have no desktop in the car, and on a desktop the other states look like these.
        if (!isMobile && !isFull && (who === 'driver' || !onDesktop.has(name))) return
        await pages[who].goto(path)
        await look(pages[who], manners[who], { name: `${who}-${name}`, hasMap, keep: picture })
        if (who !== 'driver' || !isMobile) return
        // A trip is read in sunlight, a list in a parked car.
        const [isSunny, target] = [path.startsWith(`${paths.bookings}/`), hasMap ? 44 : 24]
        await expectEveryManner(pages.driver, name, { isSunny, target, keep: picture })
      }
      // Checks the rider's and the driver's page at once, because each browser often waits.
      const lookAtBoth = (path: string, name: string, hasMap = true) =>
        Promise.all([lookAs('rider', path, name, hasMap), lookAs('driver', path, name, hasMap)])

      try {
        await lookAs('driver', paths.drive, 'offline')
        const unwanted = await book(rider)
        await lookAs('rider', paths.booking(unwanted.id), 'new')
        unwrap(await rider.client.rpc('cancel_booking', { booking_id: unwanted.id, reason: 'My plans changed' }))
        await goOnline(driver)
        await Promise.all([
          lookAs('rider', paths.booking(unwanted.id), 'cancelled'),
          lookAs('driver', paths.drive, 'online')
        ])

        const { id } = await book(rider)
        await offerOf(driver, id)
        await lookAs('driver', paths.drive, 'offer')
        await accept(driver, id)
        await lookAtBoth(paths.booking(id), 'accepted')
        const token = unwrap(await rider.client.rpc('share_trip', { booking_id: id }))
        await lookAs('rider', paths.shared(token), 'shared')
        await reportPosition(driver, vaduz)
        unwrap(await driver.client.rpc('arrive_at_pickup', { booking_id: id }))
        await lookAtBoth(paths.booking(id), 'arrived')
        const otp = unwrap(await rider.client.rpc('start_code', { booking_id: id }))
        unwrap(await driver.client.rpc('start_trip', { booking_id: id, otp }))
        await lookAtBoth(paths.booking(id), 'started')
        await reportPosition(driver, schaan)
        unwrap(await driver.client.rpc('reach_drop', { booking_id: id }))
        await lookAtBoth(paths.booking(id), 'pending')
        unwrap(await driver.client.rpc('confirm_cash', { booking_id: id }))
        await lookAtBoth(paths.booking(id), 'paid')
        unwrap(await rider.client.rpc('rate_booking', { booking_id: id, stars: 5 }))
        await lookAtBoth(paths.booking(id), 'complete')
        await lookAtBoth(paths.bookings, 'bookings', false)
        await lookAtBoth(paths.profile, 'profile', false)
      } finally {
        await driver.client.rpc('set_driver_active', { active: false })
        await speak([rider, driver], () => 'en')
      }
    })
  }
})
