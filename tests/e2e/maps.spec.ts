import type { Locator, Page } from '@playwright/test'
import { book, goOnline, type Place, unwrap, vaduz } from '../support/ride.ts'
import { makeZone } from '../support/zones.ts'
import { drawnMap, expect, expectAccessible, expectNoSidewaysScroll, test } from './fixtures.ts'

test.use({ map: true })

/** Where the mouse presses something. */
async function middleOf(what: Locator): Promise<[x: number, y: number]> {
  const { x = 0, y = 0, width = 0, height = 0 } = (await what.boundingBox()) ?? {}
  return [x + width / 2, y + height / 2]
}

const button = (page: Page, name: string | RegExp): Locator => page.getByRole('button', { name })

/** For a picture: the map has gone where it was sent, and drawn what is there. */
const settled = (page: Page) => page.waitForTimeout(1500)

/** Places of one part of the window, which no panel covers, as shares of it. */
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

/** What stands beside or on a map and lies beyond the window's edge, where a frame that hides what is too wide cuts it. */
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

test('an admin draws a zone, bends it by keyboard, saves it and finds it again', async ({ open, person, picture }) => {
  const admin = await person('admin@hackney.test')
  const page = await open('/about-us', { as: admin })
  const name = `Old town ${Math.random().toString(36).slice(2, 7)}`

  await test.step('the list says what the map shows', async () => {
    await makeZone(admin)
    await page.goto('/zones')
    await expect(page.getByRole('list', { name: 'Zones by name' })).toContainText('Malbun')
    await drawnMap(page)
    await expectNoSidewaysScroll(page)
    await expectAccessible(page)
    await picture(page, 'zones')
  })

  await test.step('corner by corner; an edge across another is refused', async () => {
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
    await settled(page)
    await picture(page, 'zones-drawing')
    await page.goBack()
    await page
      .getByRole('dialog', { name: 'Leave without saving?' })
      .getByRole('button', { name: 'Keep editing' })
      .click()
    await expect(button(page, /^Corner \d/)).toHaveCount(4)
    // The second press of a double one finishes nothing and sets nothing, wherever its first one led.
    await page.mouse.dblclick(...(await middleOf(button(page, /^Corner 1 of/))))
    await expect(button(page, /^Corner \d of 4/)).toHaveCount(4)
    await expect(button(page, 'Save')).toBeVisible()
  })

  await test.step('the area goes with a corner that is dragged', async () => {
    await settled(page)
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

  await test.step('a corner moves by arrow keys, a new one comes between two, and each step can be taken back', async () => {
    const second = button(page, /^Corner 2 of/)
    const below = async () => {
      const [first, moved] = await Promise.all([button(page, /^Corner 1 of/).boundingBox(), second.boundingBox()])
      return (moved?.y ?? 0) - (first?.y ?? 0)
    }
    // The panel takes its room back, and the map goes along.
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

  await test.step('it is saved with its fields, and there after loading anew', async () => {
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
    await settled(page)
    await picture(page, 'zones-again')
  })

  await test.step('what was changed is kept for the one who leaves, until it is thrown away', async () => {
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

  await test.step('it is deleted after a question', async () => {
    await button(page, 'Delete zone').click()
    await page.getByRole('dialog').getByRole('button', { name: 'Delete zone' }).click()
    await expect(button(page, 'New zone')).toBeVisible()
    await expect(button(page, new RegExp(name))).toHaveCount(0)
  })
})

test('a zone is drawn without a mouse', async ({ open, person }) => {
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
  // A double press of a hand that is not quite still: one corner, and the map stays.
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

/** Around one square, so that they are a group from afar. */
const around = ({ lat, lng, add }: Place, index: number): Place => ({
  lat: lat + 0.002 * Math.sin(index),
  lng: lng + 0.003 * Math.cos(index),
  add
})

test('the desk sees its drivers as groups, as cars and as a list; a fleet its own', async ({
  open,
  person,
  picture
}) => {
  const emails = ['driver2', 'driver3', 'driver4', 'driver5', 'driver6'].map((name) => `${name}@hackney.test`)
  const drivers = await Promise.all(emails.map(person))
  try {
    for (const [index, driver] of drivers.entries()) await goOnline(driver, around(vaduz, index))
    const admin = await person('admin3@hackney.test')
    const page = await open('/about-us', { as: admin })
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
    await settled(page)
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
    await settled(page)
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

test('a row of the desk that is pointed at shows its places on the map, and a place its row', async ({
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
    // The map moves to a place that comes into sight: where it stands is known once two looks agree.
    const restingPlace = async () => {
      let box = await place.boundingBox()
      await expect(async () => {
        const before = box
        box = await place.boundingBox()
        expect(box).not.toBeNull()
        expect(box).toEqual(before)
      }).toPass({ intervals: [100] })
      if (!box) throw new Error('the pickup is nowhere')
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
