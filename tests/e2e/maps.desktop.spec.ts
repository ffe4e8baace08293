import type { Locator, Page } from '@playwright/test'
import { type Place, vaduz } from '../support/places.ts'
import { unwrap } from '../support/responses.ts'
import { book, goOnline } from '../support/ride.ts'
import { makeZone } from '../support/zones.ts'
import { drawnMap, expect, expectAccessible, expectNoSidewaysScroll, NOWHERE, test } from './fixtures.ts'

test.use({ map: true })

/** The point at which the mouse presses an element. */
async function middleOf(what: Locator): Promise<[x: number, y: number]> {
  const { x = 0, y = 0, width = 0, height = 0 } = (await what.boundingBox()) ?? {}
  return [x + width / 2, y + height / 2]
}

const button = (page: Page, name: string | RegExp): Locator => page.getByRole('button', { name })

/** Presses points in the part of the window that no panel covers, given as shares of that part. */
async function pressAt(page: Page, points: readonly (readonly [number, number])[]): Promise<void> {
  const { width = 0, height = 0 } = page.viewportSize() ?? {}
  const [left, top, wide, high] =
    width < 900 ? [40, 130, width - 80, height * 0.4] : [620, 200, width - 760, height - 400]
  for (const [x, y] of points) {
    const corners = button(page, /^Corner \d/)
    const before = await corners.count()
    await page.mouse.click(left + wide * x, top + high * y)
    await expect(corners).toHaveCount(before + 1)
  }
}

/** Elements beside or on a map beyond the window's edge, where an outer frame cuts them off. */
const cutOff = (page: Page) =>
  page
    .getByRole('main')
    .locator('button:visible, a:visible, li:visible, li span:visible')
    .evaluateAll((all) =>
      all
        .filter((one) => !one.closest('[class*=canvas-container], .sr-only'))
        .filter((one) => one.getBoundingClientRect().right > innerWidth || one.getBoundingClientRect().left < 0)
        .map((one) => one.textContent)
    )

test('an admin draws a zone, edits it by keyboard, saves it and finds it again', async ({ open, person, picture }) => {
  const admin = await person('admin@hackney.test')
  const page = await open(NOWHERE, { as: admin })
  const name = `Old town ${Math.random().toString(36).slice(2, 7)}`

  await test.step('the list contains the zones on the map', async () => {
    await makeZone(admin)
    await page.goto('/zones')
    await expect(page.getByRole('list', { name: 'Zones by name' })).toContainText('Malbun')
    await drawnMap(page)
    await expectNoSidewaysScroll(page)
    await expectAccessible(page)
    await picture(page, 'zones')
  })

  await test.step('the zone is drawn corner by corner; an edge across another is refused', async () => {
    await button(page, 'New zone').click()
    await expect(page.getByRole('heading', { name: 'New zone' })).toBeFocused()
    await drawnMap(page)
    await pressAt(page, [
      [0.1, 0.1],
      [0.9, 0.15],
      [0.85, 0.9]
    ])
    const { width = 0 } = page.viewportSize() ?? {}
    await (width < 900 ? page.mouse.click(160, 100) : page.mouse.click(900, 150))
    await expect(page.getByText('Not taken: the edges would cross.')).toBeVisible()
    await expect(button(page, /^Corner \d/)).toHaveCount(3)
    await pressAt(page, [[0.2, 0.8]])
    await drawnMap(page)
    await picture(page, 'zones-drawing')
    await page.goBack()
    await page
      .getByRole('dialog', { name: 'Leave without saving?' })
      .getByRole('button', { name: 'Keep editing' })
      .click()
    await expect(button(page, /^Corner \d/)).toHaveCount(4)
    // A double press on a corner neither finishes the zone nor adds a corner, even if its first press moved the map.
    await page.mouse.dblclick(...(await middleOf(button(page, /^Corner 1 of/))))
    await expect(button(page, /^Corner \d of 4/)).toHaveCount(4)
    await expect(button(page, 'Save')).toBeVisible()
  })

  await test.step('the area follows a corner while it is dragged', async () => {
    await drawnMap(page)
    const [x, y] = await middleOf(button(page, /^Corner 2 of/))
    await page.mouse.move(x, y)
    await page.mouse.down()
    for (let step = 1; step <= 4; step++) {
      await page.mouse.move(x + step * 5, y + step * 6)
      const apart = await page.evaluate(() => {
        const [, second] =
          document.querySelector<SVGPathElement>('[data-draft] path')?.getAttribute('d')?.split('L') ?? []
        const canvas = document.querySelector('canvas')?.getBoundingClientRect()
        const handle = document.querySelectorAll('[aria-label^="Corner 2 of"]')[0]?.getBoundingClientRect()
        const [left = 0, top = 0] = (second ?? '').split(' ').map(Number)
        if (!canvas || !handle) return null
        return Math.hypot(canvas.x + left - handle.x - handle.width / 2, canvas.y + top - handle.y - handle.height / 2)
      })
      expect(apart).not.toBeNull()
      expect(apart).toBeLessThan(2)
    }
    await picture(page, 'zones-dragging')
    await page.mouse.up()
    await page.keyboard.press('Control+z')
  })

  await test.step('arrow keys move a corner, a new one is added between two, and each step can be undone', async () => {
    const second = button(page, /^Corner 2 of/)
    const below = async () => {
      const [first, moved] = await Promise.all([button(page, /^Corner 1 of/).boundingBox(), second.boundingBox()])
      return (moved?.y ?? 0) - (first?.y ?? 0)
    }
    // The panel grows back to its height, and the map moves with it.
    await page.waitForTimeout(1000)
    await second.focus()
    const before = await below()
    await page.keyboard.press('ArrowDown')
    await expect.poll(async () => (await below()) - before).toBeGreaterThan(5)
    await button(page, 'New corner after corner 1').focus()
    await page.keyboard.press('Enter')
    await expect(button(page, /^Corner \d of 5/)).toHaveCount(5)
    await page.keyboard.press('Delete')
    await expect(button(page, /^Corner \d of 4/)).toHaveCount(4)
    await page.keyboard.press('Control+z')
    await expect(button(page, /^Corner \d of 5/)).toHaveCount(5)
  })

  await test.step('the zone is saved with its fields, and is there after a reload', async () => {
    await button(page, 'Save').click()
    await expect(page.getByText('A zone needs a name.')).toBeVisible()
    await expectAccessible(page)
    await page.getByRole('textbox', { name: 'Name' }).fill(name)
    await page.getByRole('combobox', { name: 'What it does' }).selectOption({ label: 'Surcharge, percent' })
    await page.getByRole('textbox', { name: 'Percent' }).fill('12,5')
    await picture(page, 'zones-form')
    await page.getByRole('textbox', { name: 'Name' }).press('Enter')
    await expect(button(page, new RegExp(name))).toContainText('12.5')
    await page.reload()
    await button(page, new RegExp(name)).click()
    await expect(page.getByRole('heading', { name })).toBeVisible()
    await expect(button(page, /^Corner \d of 5/)).toHaveCount(5)
    await drawnMap(page)
    await picture(page, 'zones-again')
  })

  await test.step('unsaved changes are kept when the admin leaves, until they are discarded', async () => {
    await button(page, /^Corner 1 of/).focus()
    await page.keyboard.press('ArrowDown')
    await button(page, 'Cancel').click()
    const question = page.getByRole('dialog', { name: 'Leave without saving?' })
    await expectAccessible(page)
    await picture(page, 'zones-leave')
    await question.getByRole('button', { name: 'Leave' }).click()
    await expect(page.getByRole('heading', { name: 'Zones' })).toBeFocused()
    await button(page, new RegExp(name)).click()
    await expect(page.getByText('You left changes here')).toBeVisible()
    await expectAccessible(page)
    await button(page, 'Throw away').click()
    await button(page, 'Cancel').click()
    await expect(question).toHaveCount(0)
    await button(page, new RegExp(name)).click()
  })

  await test.step('the zone is deleted after a confirmation', async () => {
    await button(page, 'Delete zone').click()
    await page.getByRole('dialog').getByRole('button', { name: 'Delete zone' }).click()
    await expect(button(page, 'New zone')).toBeVisible()
    await expect(button(page, new RegExp(name))).toHaveCount(0)
  })
})

test('an admin draws a zone by keyboard', async ({ open, person }) => {
  const page = await open('/zones?zone=new', { as: await person('admin2@hackney.test') })
  await drawnMap(page)
  const map = page.getByRole('region', { name: 'Streets' })
  await map.focus()
  for (const keys of [['Enter'], ['ArrowRight', 'Enter'], ['ArrowDown', 'Enter']]) {
    const before = await button(page, /^Corner \d/).count()
    for (const key of keys) {
      await page.keyboard.press(key)
      await page.waitForTimeout(500)
    }
    await expect(button(page, /^Corner \d/)).toHaveCount(before + 1)
    await expect(map).toBeFocused()
  }
  // A double press with slight movement adds one corner, and the map stays.
  const [x, y] = await middleOf(button(page, /^Corner 3 of/))
  await page.mouse.click(x - 60, y + 40)
  await page.mouse.move(x - 58, y + 41)
  await page.mouse.down({ clickCount: 2 })
  await page.mouse.up({ clickCount: 2 })
  await page.waitForTimeout(500)
  await expect(button(page, /^Corner \d/)).toHaveCount(4)
  expect(await middleOf(button(page, /^Corner 3 of/))).toEqual([x, y])
  await page.keyboard.press('Control+z')
  await expect(button(page, /^Corner \d/)).toHaveCount(3)
  await map.focus()
  await page.keyboard.press('Escape')
  await expect(button(page, 'Finish area')).toBeFocused()
  await button(page, /^Corner 1 of 3/).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByText(/^3 corners. Drag one/)).toBeVisible()
})

/** Points around one square, which form a group at low zoom. */
const around = ({ lat, lng, add }: Place, index: number): Place => ({
  lat: lat + 0.002 * Math.sin(index),
  lng: lng + 0.003 * Math.cos(index),
  add
})

// Spec 2.37, 2.38, 6.19, 9.35
test('the desk sees its drivers as groups, as cars and as a list, and a fleet sees only its own', async ({
  open,
  person,
  picture
}) => {
  const emails = ['driver2', 'driver3', 'driver4', 'driver5', 'driver6'].map((name) => `${name}@hackney.test`)
  const drivers = await Promise.all(emails.map(person))
  try {
    for (const [index, driver] of drivers.entries()) await goOnline(driver, around(vaduz, index))
    const admin = await person('admin3@hackney.test')
    const page = await open(NOWHERE, { as: admin })
    const onDuty = unwrap(await admin.client.rpc('duty_drivers'))
    await page.goto('/dashboard')
    const list = page.getByRole('list', { name: /^Drivers on duty/ })
    await expect(list.getByRole('listitem')).toHaveCount(onDuty.length)
    await drawnMap(page)
    const group = button(page, /^[5-9] cars: [5-9] free/)
    await expect(group).toBeVisible()
    expect((await page.locator('section[aria-busy=false]').first().boundingBox())?.height).toBe(480)
    await expectNoSidewaysScroll(page)
    await expectAccessible(page)
    await picture(page, 'dashboard')

    await group.focus()
    await page.keyboard.press('Enter')
    await expect(group).toHaveCount(0)
    await button(page, 'Recentre').click()
    await expect(group).toBeVisible()
    await expect(button(page, 'Recentre')).toHaveCount(0)

    await list.getByRole('button', { name: /Nadia Hasler/ }).click()
    await expect(group).toHaveCount(0)
    await page.emulateMedia({ colorScheme: 'dark' })
    await expect(page.locator('html')).toHaveClass(/dark/)
    await drawnMap(page)
    await picture(page, 'dashboard-driver-dark')

    const size = page.viewportSize()
    await page.setViewportSize({ width: 320, height: 640 })
    const long = 'Maximiliane-Alexandra Hohenlohe-Schillingsfürst'
    await list.getByText('Nadia Hasler').evaluate((name, text) => (name.textContent = text), long)
    expect(await cutOff(page)).toEqual([])
    await picture(page, 'dashboard-320')
    await list.getByText(long).evaluate((name) => (name.textContent = 'Nadia Hasler'))
    if (size) await page.setViewportSize(size)

    await button(page, 'Heat map').click()
    await expect(
      page.getByText('No calls in this time').or(page.getByRole('region', { name: 'Busiest places' }))
    ).toBeVisible()
    await expectAccessible(page)
    await drawnMap(page)
    await picture(page, 'dashboard-heat-dark')

    const fleet = await person('fleet@hackney.test')
    const own = unwrap(await fleet.client.rpc('duty_drivers'))
    const fleetPage = await open('/dashboard', { locale: 'ar', as: fleet })
    await expect(fleetPage.getByRole('heading', { level: 1 })).toBeVisible()
    const rows = fleetPage
      .getByRole('main')
      .getByRole('listitem')
      .filter({ has: fleetPage.getByRole('button') })
    await expect(rows).toHaveCount(own.length)
    expect(own.length).toBeLessThan(onDuty.length)
    await drawnMap(fleetPage)
    await expectNoSidewaysScroll(fleetPage)
    await picture(fleetPage, 'dashboard-fleet-ar')
    await fleetPage.goto('/zones')
    await expect(fleetPage).not.toHaveURL(/zones/)
  } finally {
    await Promise.all(drivers.map(({ client }) => client.rpc('set_driver_active', { active: false })))
  }
})

test('pointing at a row of the desk shows its places on the map, and pointing at a place marks its row', async ({
  open,
  person,
  isMobile
}) => {
  test.skip(isMobile, 'on a phone the list and the map are not in sight together')
  const [rider, admin] = [await person('rider6@hackney.test'), await person('admin@hackney.test')]
  const first = await book(rider)
  try {
    const desk = await open('/bookings', { as: admin })
    await drawnMap(desk)
    const row = desk.getByRole('grid', { name: 'Bookings' }).getByRole('row').filter({ hasText: first.reference })
    const ground = () =>
      row
        .getByRole('gridcell')
        .nth(3)
        .evaluate((cell) => getComputedStyle(cell).backgroundColor)
    const plain = await ground()
    const place = desk.getByLabel(`Pickup of ${first.reference}`)
    // The map moves to a place that becomes visible, so its position counts once two readings agree.
    const restingPlace = async () => {
      let box = await place.boundingBox()
      await expect(async () => {
        const before = box
        box = await place.boundingBox()
        expect(box).not.toBeNull()
        expect(box).toEqual(before)
      }).toPass({ intervals: [100] })
      if (!box) throw new Error('the map shows no marker of the pickup')
      return box
    }
    await expect(async () => {
      await row.hover()
      await expect(place).toBeVisible()
      const box = await restingPlace()
      await desk.mouse.move(720, 90)
      await expect(place).toHaveCount(0)
      await expect.poll(ground).toBe(plain)
      await desk.mouse.move(box.x + box.width / 2 - 2, box.y + box.height / 2)
      await desk.mouse.move(box.x + box.width / 2, box.y + box.height / 2, { steps: 3 })
      await expect.poll(ground, { timeout: 2000 }).not.toBe(plain)
    }).toPass({ timeout: 60_000 })
    await expect(place).toBeVisible()
  } finally {
    unwrap(await rider.client.rpc('cancel_booking', { booking_id: first.id, reason: 'My plans changed' }))
  }
})
