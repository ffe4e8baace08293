import type { Locator, Page } from '@playwright/test'
import { unwrap } from '../support/responses.ts'
import { book, bookAccepted } from '../support/ride.ts'
import { expect, expectAccessible, expectNoSidewaysScroll, goTo, NOWHERE, test } from './fixtures.ts'

const drawer = (page: Page) => page.getByRole('navigation', { name: 'Main' })
const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name })

// Spec 2.32, 2.34
test('an admin finds pages, bookings and keys without a mouse, and the drawer keeps its state', async ({
  open,
  person,
  picture
}) => {
  const rider = await person('rider4@hackney.test')
  const { id, reference } = await book(rider)
  const page = await open('/dashboard', { as: await person('admin@hackney.test') })
  await expect(heading(page, 'Dashboard')).toBeVisible()
  await expect(page.getByText('Live', { exact: true })).toBeVisible()

  await test.step('the drawer has the width of the specification, and collapses to icons', async () => {
    const width = () => drawer(page).evaluate((nav) => nav.getBoundingClientRect().width)
    expect(await width()).toBe(240)
    await expectAccessible(page)
    await picture(page, 'portal')
    await page.keyboard.press('Control+Backslash')
    await expect.poll(width).toBeLessThan(60)
    await page.reload()
    await expect(heading(page, 'Dashboard')).toBeVisible()
    expect(await width()).toBeLessThan(60)
    await expectAccessible(page)
    await page.keyboard.press('Control+Backslash')
    await drawer(page).getByRole('button', { name: 'Catalogue' }).click()
    await expect(drawer(page).getByRole('link', { name: 'Zones' })).toBeHidden()
    await page.reload()
    await expect(drawer(page).getByRole('button', { name: 'Catalogue' })).toHaveAttribute('aria-expanded', 'false')
    await expect(drawer(page).getByRole('link', { name: 'Zones' })).toBeHidden()
  })

  await test.step('the question mark key lists the keys of the page', async () => {
    await page.keyboard.press('?')
    const sheet = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
    await expect(sheet.getByText('Collapse')).toBeVisible()
    await expectAccessible(page)
    await page.keyboard.press('Escape')
    await expect(sheet).toBeHidden()
  })

  await test.step('a few letters open a page', async () => {
    await page.keyboard.press('Control+k')
    await expect(page.getByRole('combobox', { name: 'Search' })).toBeFocused()
    // The first match of the letter was far down the list before.
    await page.keyboard.type('s')
    const selected = page.getByRole('option', { selected: true })
    await expect(selected).toHaveText(/^Shared cars/)
    await expect(selected).toBeInViewport()
    await page.keyboard.press('Backspace')
    await page.keyboard.type('zon')
    await expect(page.getByRole('option', { name: 'Zones' })).toHaveAttribute('aria-selected', 'true')
    await expectAccessible(page)
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(/\/zones$/)
    await expect(page.getByRole('navigation', { name: 'Where you are' })).toHaveText('CatalogueZones')
  })

  await test.step('they also change appearance and language, and a page is found by its name in another language', async () => {
    const say = async (words: string, option: string) => {
      await page.keyboard.press('Control+k')
      await expect(page.getByRole('dialog').getByRole('combobox')).toBeFocused()
      await page.keyboard.type(words)
      await expect(page.getByRole('option', { name: option })).toHaveAttribute('aria-selected', 'true')
      await page.keyboard.press('Enter')
    }
    await say('dark', 'Dark')
    await expect(page.locator('html')).toHaveClass(/dark/)
    await say('german', 'Deutsch')
    await expect(page.locator('html')).toHaveAttribute('lang', 'de')
    await say('cancel rea', 'Stornogründe')
    await expect(page).toHaveURL(/\/cancelreasons$/)
    await say('hell', 'Hell')
    await say('englisch', 'English')
    await expect(page.locator('html')).toHaveAttribute('lang', 'en')
    await say('zon', 'Zones')
    await expect(page).toHaveURL(/\/zones$/)
  })

  await test.step('a booking is found by the first letters of its reference, and later among the recent ones', async () => {
    await page.keyboard.press('Control+k')
    await expect(page.getByRole('combobox', { name: 'Search' })).toBeFocused()
    await page.keyboard.type(reference.slice(0, 5).toLowerCase())
    await expect(page.getByRole('option', { name: reference })).toHaveAttribute('aria-selected', 'true')
    await picture(page, 'palette')
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(new RegExp(`/bookings/${id}$`))
    await page.goBack()
    await expect(page).toHaveURL(/\/zones$/)
    await page.keyboard.press('Control+k')
    await page.keyboard.type('marxer')
    await page.getByRole('option', { name: 'Lukas Marxer' }).click()
    await expect(heading(page, 'Lukas Marxer')).toBeVisible()
    expect(await page.evaluate(() => JSON.stringify(localStorage)), 'names in the storage').not.toContain('Marxer')
    await page.goBack()
    await expect(page).toHaveURL(/\/zones$/)
    await page.keyboard.press('Control+k')
    await expect(page.getByRole('group', { name: 'Recent' }).getByRole('option')).toHaveText([
      reference,
      'ZonesCatalogue',
      'Cancel reasonsCatalogue'
    ])
    await page.keyboard.press('Escape')
  })

  await test.step('on a phone the drawer is a sheet that closes after a choice', async () => {
    await page.setViewportSize({ width: 390, height: 844 })
    await page.getByRole('button', { name: 'Open the menu' }).click()
    const box = await page.getByRole('dialog', { name: 'Menu' }).boundingBox()
    expect(box?.width).toBe(260)
    await expectAccessible(page)
    await picture(page, 'portal-phone')
    await drawer(page).getByRole('link', { name: 'Profile' }).click()
    await expect(heading(page, 'Profile')).toBeVisible()
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await expectNoSidewaysScroll(page)
    await expectAccessible(page)
  })
  unwrap(await rider.client.rpc('cancel_booking', { booking_id: id, reason: 'My plans changed' }))
})

// Spec 2.3, 2.32, 6.27
test('a fleet admin has a fleet admin’s drawer and no way to add bookings, and a rider’s own pages stay in the site', async ({
  open,
  person
}) => {
  const fleet = await open('/bookings', { as: await person('fleet@hackney.test') })
  const links = drawer(fleet).getByRole('listitem').getByRole('link')
  await expect(links.filter({ hasText: /^(Dashboard|Bookings|Home|Profile)$/ })).toHaveCount(4)
  await expect(links.filter({ hasText: /^(Car types|Zones|Languages)$/ })).toHaveCount(0)
  await expect(fleet.getByRole('button', { name: 'Export' })).toBeVisible()
  await expect(fleet.getByRole('button', { name: 'Sounds' })).toBeVisible()
  await expect(fleet.getByRole('link', { name: /^Add booking/ })).toHaveCount(0)
  await fleet.keyboard.press('?')
  const keys = fleet.getByRole('dialog', { name: 'Keyboard shortcuts' })
  await expect(keys.getByText('Between list and map')).toBeVisible()
  await expect(keys.getByText('Add a booking')).toHaveCount(0)
  const rider = await open('/bookings', { as: await person('rider4@hackney.test') })
  await expect(heading(rider, 'Your trips').or(heading(rider, 'Bookings'))).toBeVisible()
  await expect(rider.getByRole('contentinfo')).toBeVisible()
  await expect(rider.getByRole('navigation', { name: 'Where you are' })).toHaveCount(0)
})

test('in German and on a small laptop, choices and buttons stay inside their boxes, and links can be hit', async ({
  open,
  person
}) => {
  const [admin, rider, driver] = [
    await person('admin5@hackney.test'),
    await person('rider27@hackney.test'),
    await person('driver@hackney.test')
  ]
  const { id, reference } = await bookAccepted(rider, driver)
  unwrap(await admin.client.rpc('update_profile', { lang_locale: 'de' }))
  const page = await open('/addbookings', { as: admin, locale: 'de-CH', dark: true })
  await page.setViewportSize({ width: 1280, height: 800 })
  const expectInside = async (box: Locator, controls: Locator) => {
    const { x, width } = (await box.boundingBox()) ?? { x: 0, width: 0 }
    for (const control of await controls.all()) {
      const inner = await control.boundingBox()
      expect.soft(inner?.x, await control.innerText()).toBeGreaterThanOrEqual(x)
      expect.soft((inner?.x ?? 0) + (inner?.width ?? 0), await control.innerText()).toBeLessThanOrEqual(x + width)
    }
  }
  const times = page.getByRole('radiogroup', { name: 'Wann' })
  await expect(times.getByRole('radio')).toHaveCount(3)
  await expectInside(times, times.getByRole('radio'))

  await goTo(page, '/money')
  await page.getByRole('button', { name: 'Mehr' }).click()
  await page.getByRole('menuitem', { name: 'Zeitraum sperren' }).click()
  const question = page.getByRole('dialog', { name: 'Diese Tage für immer sperren?' })
  await expect(question).toBeVisible()
  await expectInside(question, question.getByRole('button'))
  await page.keyboard.press('Escape')

  await goTo(page, `/bookings?open=${id}`)
  const panel = page.getByRole('region', { name: 'Offene Buchung' })
  await expect(panel.getByRole('heading', { name: reference })).toBeVisible()
  await expectInside(panel, panel.getByRole('button'))
  unwrap(await rider.client.rpc('cancel_booking', { booking_id: id, reason: 'My plans changed' }))
  await driver.client.rpc('set_driver_active', { active: false })

  for (const path of ['/dashboard', '/notifications']) {
    await goTo(page, path)
    await expectAccessible(page)
  }
  await goTo(page, '/widget')
  await expect(page.frameLocator('iframe').getByRole('radiogroup').first()).toBeVisible()
  expect(await page.evaluate(() => scrollY), 'the page with the preview').toBe(0)
})

test('what is typed while the search is still loading reaches its field, and no key of the page', async ({
  open,
  person
}) => {
  const rider = await person('rider4@hackney.test')
  const driver = await person('driver@hackney.test')
  const { id } = await bookAccepted(rider, driver)
  const page = await open(NOWHERE, { as: await person('admin@hackney.test') })
  let arrive = () => {}
  const arrival = new Promise<void>((resolve) => {
    arrive = resolve
  })
  await page.route(/\/assets\/palette-[^/]*\.js$/, async (route) => {
    await arrival
    await route.continue()
  })
  await page.goto(`/bookings/${id}`)
  await expect(page.getByRole('button', { name: 'Message driver' })).toBeVisible()
  await page.keyboard.press('Control+k')
  // Each of these letters is a key of the desk or of the booking's panel.
  await page.keyboard.type('zochq')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await page.keyboard.press('Backspace')
  await page.keyboard.type('ne', { delay: 50 })
  arrive()
  const search = page.getByRole('combobox', { name: 'Search' })
  await expect(search).toBeFocused()
  await expect(search).toHaveValue('zochne')
  await expect(page.getByRole('dialog')).toHaveCount(1)
  await page.keyboard.press('Escape')
  await page.keyboard.press('Control+k')
  await expect(search).toHaveValue('')
  // The next story finds the driver free, and off duty.
  unwrap(await rider.client.rpc('cancel_booking', { booking_id: id, reason: 'My plans changed' }))
  await driver.client.rpc('set_driver_active', { active: false })
})
