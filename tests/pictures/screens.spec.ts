import { setTimeout } from 'node:timers/promises'
import type { Page } from '@playwright/test'
import { drivePaths } from '../../src/config/drive-paths.ts'
import { paths } from '../../src/config/paths.ts'
import { storiesOn } from '../e2e/demo-stack.ts'
import { expect } from '../e2e/fixtures.ts'
import { service } from '../support/people.ts'
import { listedPaths } from '../support/sitemap.ts'
import type { StackEnv } from '../support/stack.ts'
import { keepPicture, screenFolder } from './film.ts'

/** The number of bookings, including the company's past. */
const countBookings = async (env: StackEnv): Promise<number> => {
  const { count, error } = await service(env).from('bookings').select('id', { count: 'exact', head: true })
  if (error) throw error
  return count ?? 0
}

/** A promotion that riders see; the company's past may have none. */
const keptPromo = {
  promo_name: 'WELCOME',
  promo_description: 'For a first ride',
  promo_discount_value: 5,
  promo_validity: '2100-12-31',
  promo_usage_limit: 100
}

/** The ride that was booked last and is paid. */
async function lastPaid(env: StackEnv) {
  const { data } = await service(env)
    .from('bookings')
    .select('id,customer_id,driver_id')
    .in('status', ['PAID', 'COMPLETE'])
    .eq('source', 'booked')
    .order('created_at', { ascending: false })
    .limit(1)
    .single()
    .throwOnError()
  return data
}

/**
 * The pages of single records: the ride paid last with its rider and driver, one person of each staff role, catalogue entries.
 */
async function pagesOfOne(env: StackEnv): Promise<Record<string, string>> {
  const db = service(env)
  const paid = await lastPaid(env)
  const { data: offers } = await db.from('promos').select('id').limit(1).throwOnError()
  const [offer] =
    offers.length > 0 ? offers : (await db.from('promos').insert(keptPromo).select('id').throwOnError()).data
  const first = async (table: 'car_types' | 'languages', order: string) =>
    (await db.from(table).select('id').order(order).limit(1).single().throwOnError()).data.id
  const staffOf = async (usertype: 'fleetadmin' | 'admin') =>
    (await db.from('profiles').select('id').eq('usertype', usertype).limit(1).single().throwOnError()).data.id
  return {
    driver: driver(paid.driver_id ?? ''),
    riderPage: rider(paid.customer_id ?? ''),
    fleetAdminPage: fleetAdmin(await staffOf('fleetadmin')),
    adminPage: admin(await staffOf('admin')),
    carTypePage: carType(await first('car_types', 'sort_order')),
    promoPage: promo(offer?.id ?? ''),
    languageEditor: language(await first('languages', 'lang_locale')),
    openBooking: `${paths.bookings}?open=${paid.id}`,
    receipt: receipt(paid.id)
  }
}

/** Dialogs and menus, and what opens them: a key, or a control that is found without its translated name. */
const dialogs = (of: Record<string, string>): Record<string, [path: string, open: (page: Page) => Promise<void>]> => {
  const press =
    (sign: string) =>
    (page: Page): Promise<void> =>
      page.locator(`main button:has(svg.lucide-${sign}):visible`).first().click()
  return {
    shortcutSheet: [paths.bookings, (page) => page.keyboard.press('?')],
    palette: [paths.dashboard, (page) => page.keyboard.press('ControlOrMeta+k')],
    exportDialog: [paths.promos, press('download')],
    rowMenu: [paths.withdraws, press('ellipsis')],
    carImageDialog: [of.carTypePage ?? '', press('image-plus')],
    deleteDialog: [of.promoPage ?? '', press('trash-2')],
    anonymiseDialog: [of.riderPage ?? '', press('user-x')],
    newLanguageDialog: [paths.languages, press('plus')]
  }
}

/** The past is created while the stack already runs; it is complete once no booking is added for a while. */
const test = storiesOn({ history: true }, async (env) => {
  for (let before = -1, now = 0; before !== now; ) {
    before = now
    await setTimeout(4000)
    now = await countBookings(env)
  }
})

const {
  about,
  booking,
  contact,
  carType,
  drive,
  home,
  language,
  login,
  pay,
  payStreet,
  textChoices,
  privacy,
  promo,
  receipt,
  shared,
  signUp,
  wallet,
  ...staff
} = paths
const { rider, driver, fleetAdmin, admin, ...lists } = staff
const forms = {
  newRider: rider('new'),
  newDriver: driver('new'),
  newFleetAdmin: fleetAdmin('new'),
  newAdmin: admin('new')
}
const pages = { ...lists, ...forms, newCarType: carType('new'), newPromo: promo('new') }

const looks = [
  { name: 'light', dark: false, locale: 'en-GB' },
  { name: 'dark', dark: true, locale: 'de-CH' },
  { name: 'ar', dark: false, locale: 'ar' }
]

for (const width of [1440, 390]) {
  for (const { name: look, ...manner } of looks) {
    test(`the pages of staff, ${width} pixels wide, ${look}`, async ({ stack, open, person }) => {
      const page = await open(paths.profile, { as: await person('admin@hackney.test'), ...manner })
      await page.setViewportSize({ width, height: width === 390 ? 844 : 900 })
      const show = async (path: string) => {
        await page.goto(path)
        await expect(page.getByRole('heading').first()).toBeVisible()
        await page.waitForLoadState('networkidle')
        await expect(page.locator('.animate-pulse')).toHaveCount(0)
      }
      const keep = (name: string) =>
        keepPicture(page, `${name}-${width}-${look}`, { folder: screenFolder, quality: 60 })
      const ofOne = await pagesOfOne(stack)
      for (const [name, path] of Object.entries({ ...pages, ...ofOne })) {
        await show(path)
        await keep(name)
      }
      for (const [name, [path, open]] of Object.entries(dialogs(ofOne))) {
        await show(path)
        await open(page)
        await expect(page.locator('[role=dialog], [role=menu]').first()).toBeVisible()
        await keep(name)
      }
    })
  }
}

/** The ride paid last, and the addresses of its rider and driver. */
async function lastRide(env: StackEnv): Promise<Record<'trip' | 'bill' | 'rider' | 'driver', string>> {
  const db = service(env)
  const { id, customer_id, driver_id } = await lastPaid(env)
  const mailOf = async (id: string | null) =>
    (
      await db
        .from('profiles')
        .select('email')
        .eq('id', id ?? '')
        .single()
        .throwOnError()
    ).data.email ?? ''
  return {
    trip: booking(id),
    bill: receipt(id),
    rider: await mailOf(customer_id),
    driver: await mailOf(driver_id)
  }
}

for (const width of [1440, 390]) {
  for (const { name: look, ...manner } of looks) {
    test(`the pages of visitors, riders and drivers, ${width} pixels wide, ${look}`, async ({
      stack,
      open,
      person,
      request
    }) => {
      const ride = await lastRide(stack)
      const size = { width, height: width === 390 ? 844 : 900 }
      const take = async (who: string, as: string | null, all: Record<string, string>) => {
        const page = await open(paths.about, { ...(as && { as: await person(as) }), ...manner })
        await page.setViewportSize(size)
        for (const [name, path] of Object.entries(all)) {
          await page.goto(path)
          await expect(page.getByRole('heading').first()).toBeVisible()
          await page.waitForLoadState('networkidle')
          await expect(page.locator('.animate-pulse')).toHaveCount(0)
          await keepPicture(page, `${who}-${name}-${width}-${look}`, { folder: screenFolder, quality: 60 })
        }
        await page.close()
      }
      const listed = await listedPaths(request, stack.WEB_URL)
      await take('visitor', null, {
        signUp,
        ...Object.fromEntries(listed.map((path) => [path.slice(1) || 'home', path]))
      })
      await take('rider', ride.rider, {
        home,
        trip: ride.trip,
        receipt: ride.bill,
        bookings: paths.bookings,
        wallet,
        notices: paths.notices,
        places: paths.places,
        profile: paths.profile
      })
      await take('driver', ride.driver, { drive, ...drivePaths, trip: ride.trip, wallet })
    })
  }
}
