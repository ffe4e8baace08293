import { setTimeout } from 'node:timers/promises'
import { paths } from '../../src/config/paths.ts'
import { storiesOn } from '../e2e/demo-stack.ts'
import { expect } from '../e2e/fixtures.ts'
import { service } from '../support/people.ts'
import type { StackEnv } from '../support/stack.ts'
import { keepPicture, screenFolder } from './film.ts'

/** How many bookings there are, the company's past with them. */
const countBookings = async (env: StackEnv): Promise<number> => {
  const { count, error } = await service(env).from('bookings').select('id', { count: 'exact', head: true })
  if (error) throw error
  return count ?? 0
}

/** The desk with the ride that was paid last, and the page of who drove it. */
async function pagesOfOne(env: StackEnv): Promise<Record<string, string>> {
  const { data, error } = await service(env)
    .from('bookings')
    .select('id,driver_id')
    .in('status', ['PAID', 'COMPLETE'])
    .order('created_at', { ascending: false })
    .limit(1)
    .single()
  if (error) throw error
  return {
    driver: driver(data.driver_id ?? ''),
    openBooking: `${paths.bookings}?open=${data.id}`,
    receipt: receipt(data.id)
  }
}

/** The past is played while the stack runs already; it is whole when no booking has come for a while. */
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
      for (const [name, path] of Object.entries({ ...pages, ...(await pagesOfOne(stack)) })) {
        await page.goto(path)
        await expect(page.getByRole('heading').first()).toBeVisible()
        await page.waitForLoadState('networkidle')
        await expect(page.locator('.animate-pulse')).toHaveCount(0)
        await keepPicture(page, `${name}-${width}-${look}`, { folder: screenFolder, quality: 60 })
      }
    })
  }
}
