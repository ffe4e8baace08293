import type { Page } from '@playwright/test'
import postgres from 'postgres'
import { type Person, service } from '../support/people.ts'
import { unwrap } from '../support/responses.ts'
import { accept, book, bookAccepted, goOnline, offerOf } from '../support/ride.ts'
import { change } from '../support/staff.ts'
import { listen, raiseAlarm, setDemo } from './dispatcher.ts'
import { expect, expectAccessible, test } from './fixtures.ts'

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name })
/** The link to a booking: its reference in a table, or its card on a phone. */
const entry = (page: Page, reference: string) =>
  page
    .getByRole('link', { name: reference })
    .or(page.getByRole('article').filter({ hasText: reference }).getByRole('link'))

test('in demo mode admins and fleet admins see the bookings of their list', async ({ open, person, stack }) => {
  const [rider, driver, admin, fleet] = await Promise.all(
    ['rider6@hackney.test', 'driver@hackney.test', 'admin@hackney.test', 'fleet@hackney.test'].map(person)
  )
  if (!rider || !driver || !admin || !fleet) throw new Error('not all people of this story could sign in')
  await change(admin, driver.id, { fleet_id: fleet.id })
  const { id, reference } = await bookAccepted(rider, driver)
  await setDemo(stack, true)
  try {
    const desk = await open('/bookings', { as: admin })
    await expect(entry(desk, reference)).toBeVisible()
    await entry(desk, reference).click()
    await expect(
      desk.getByRole('region', { name: 'Open booking' }).getByRole('heading', { name: reference })
    ).toBeVisible()
    await test.step('beside the map the row shows its texts in full, and the panel shows all its tabs', async () => {
      await expect(desk.getByRole('region', { name: 'Map', exact: true })).toBeVisible()
      const cut = await desk
        .getByRole('row')
        .filter({ hasText: reference })
        .locator('[data-column] *')
        .evaluateAll((parts) =>
          parts
            .filter((part) => getComputedStyle(part).overflowX !== 'visible')
            .filter((part) => part.scrollWidth > part.clientWidth + 1 || part.scrollHeight > part.clientHeight + 1)
            .map((part) => part.textContent)
        )
      expect(cut).toEqual([])
      const tabs = desk.getByRole('region', { name: 'Open booking' }).getByRole('tab')
      await expect(tabs).toHaveCount(8)
      for (const tab of await tabs.all()) await expect(tab).toBeInViewport({ ratio: 1 })
    })
    const own = await open('/bookings', { as: fleet })
    await expect(entry(own, reference)).toBeVisible()
  } finally {
    await setDemo(stack, false)
    unwrap(await rider.client.rpc('cancel_booking', { booking_id: id, reason: 'My plans changed' }))
    await change(admin, driver.id, { fleet_id: null })
    await driver.client.rpc('set_driver_active', { active: false })
  }
})

// Spec 3.20, 3.33, 4.33, 4.36, 4.37, 4.40, 4.42, 6.5, 6.9, 7.52, 8.46
test('the desk assigns a driver and cancels with a reason; a fleet admin can only read', async ({
  open,
  person,
  stack
}) => {
  const [rider, driver, admin, fleet] = await Promise.all(
    ['rider6@hackney.test', 'driver@hackney.test', 'admin@hackney.test', 'fleet@hackney.test'].map(person)
  )
  if (!rider || !driver || !admin || !fleet) throw new Error('not all people of this story could sign in')
  // Without auto-dispatch no driver is asked, so the desk may assign at once.
  const dispatch = (on: boolean) =>
    service(stack).from('settings').update({ auto_dispatch: on }).eq('id', 1).throwOnError()
  await dispatch(false)
  await change(admin, driver.id, { fleet_id: fleet.id })
  try {
    await goOnline(driver)
    const { id, reference } = await book(rider)
    const desk = await open(`/bookings/${id}`, { as: admin })
    await button(desk, 'Assign driver').click()
    const dialog = desk.getByRole('dialog', { name: `Assign a driver to ${reference}` })
    await dialog.getByRole('option', { name: /Lukas Marxer/ }).click()
    await expectAccessible(desk)
    await button(desk, 'Ask Lukas Marxer').click()
    await expect(desk.getByText('Driver assigned successfully and notified.')).toBeVisible()
    await offerOf(driver, id)
    await accept(driver, id)

    const own = await open(`/bookings/${id}`, { as: fleet })
    await expect(own.getByRole('heading', { level: 1, name: reference })).toBeVisible()
    await expect(button(own, /Cancel/)).toHaveCount(0)

    await expect(desk.getByText('Accepted', { exact: true }).first()).toBeVisible()
    await button(desk, 'More actions').click()
    await desk.getByRole('menuitem', { name: 'Cancel booking' }).click()
    await desk.getByRole('radio', { name: 'Something else' }).click()
    await desk.getByRole('dialog').getByRole('button', { name: 'Cancel trip' }).click()
    await expect(desk.getByText('Cancelled', { exact: true }).first()).toBeVisible()
    await expect(desk.getByText('Something else').first()).toBeVisible()
  } finally {
    await dispatch(true)
    await change(admin, driver.id, { fleet_id: null })
    await driver.client.rpc('set_driver_active', { active: false })
  }
})

test('drivers are assigned to several bookings at once, names link to people, and a view is saved', async ({
  open,
  person,
  stack
}) => {
  const [rider, rider2, driver, other, admin] = (await Promise.all(
    ['rider6', 'rider2', 'driver', 'driver2', 'admin'].map((name) => person(`${name}@hackney.test`))
  )) as [Person, Person, Person, Person, Person]
  const dispatch = (on: boolean) =>
    service(stack).from('settings').update({ auto_dispatch: on }).eq('id', 1).throwOnError()
  await dispatch(false)
  await Promise.all([driver, other].map((one) => goOnline(one)))
  const made = [await book(rider), await book(rider2)] as const
  try {
    const desk = await open('/bookings?status=NEW', { as: admin })
    const grid = desk.getByRole('grid', { name: 'Bookings' })
    await test.step('each of two bookings gets its own driver by keyboard', async () => {
      for (const { reference } of made) {
        await grid.getByRole('row').filter({ hasText: reference }).getByRole('checkbox').press('Space')
      }
      await desk.keyboard.press('b')
      const dialog = desk.getByRole('dialog', { name: 'Assign drivers' })
      const proposed = made.map(({ reference }) => dialog.getByRole('combobox', { name: `Driver for ${reference}` }))
      for (const one of proposed) await expect(one).not.toHaveValue('')
      expect(new Set(await Promise.all(proposed.map((one) => one.inputValue()))).size).toBe(2)
      await expectAccessible(desk, '[role=dialog]')
      await button(desk, 'Send offers: 2').press('Enter')
      await expect(dialog.getByText('Asked', { exact: true })).toHaveCount(2)
      const { data } = await service(stack)
        .from('booking_offers')
        .select('driver_id')
        .in('booking_id', [made[0].id, made[1].id])
        .eq('status', 'open')
      expect(data?.map(({ driver_id }) => driver_id).sort()).toEqual([driver.id, other.id].sort())
      await dialog.getByRole('button', { name: 'Close' }).first().press('Enter')
    })
    await test.step('a press on a name opens the person, a key opens the booking, and the row’s menu links to the person too', async () => {
      await desk.keyboard.press('Escape')
      const row = grid.getByRole('row').filter({ hasText: made[0].reference })
      await row.getByRole('gridcell').filter({ hasText: 'Noah Frommelt' }).focus()
      await desk.keyboard.press('Enter')
      await expect(desk.getByRole('region', { name: 'Open booking' })).toContainText(made[0].reference)
      await desk.keyboard.press('Escape')
      await expect(row.getByRole('gridcell').filter({ hasText: 'Noah Frommelt' })).toBeFocused()
      await desk.keyboard.press('Shift+F10')
      await expect(desk.getByRole('menuitem', { name: 'Assign a driver' }).locator('kbd')).toHaveText('A')
      await expectAccessible(desk, '[role=menu]')
      await desk.getByRole('menuitem', { name: 'Customer: Noah Frommelt' }).press('Enter')
      await expect(desk).toHaveURL(new RegExp(`/riders/${rider.id}`))
      await desk.goBack()
      await row.getByRole('link', { name: 'Noah Frommelt' }).click()
      await expect(desk).toHaveURL(new RegExp(`/riders/${rider.id}`))
      await desk.goBack()
    })
    await test.step('a view gets a name and is saved', async () => {
      await desk.keyboard.press('v')
      await expectAccessible(desk, '[role=dialog]')
      await expect(desk.getByRole('textbox', { name: 'Name' })).toBeFocused()
      await desk.keyboard.type('Waiting')
      await desk.keyboard.press('Enter')
      await expect(desk.getByRole('link', { name: 'Waiting', exact: true })).toBeVisible()
      await button(desk, /^Account/).press('Enter')
      await expectAccessible(desk, '[role=menu]')
    })
    const site = await open('/', { as: rider })
    await button(site, /^Account/).press('Enter')
    await expectAccessible(site, '[role=menu]')
  } finally {
    await dispatch(true)
    await Promise.all(
      made.map(({ id }) => admin.client.rpc('cancel_booking', { booking_id: id, reason: 'Something else' }))
    )
    await Promise.all([driver, other].map(({ client }) => client.rpc('set_driver_active', { active: false })))
  }
})

test('the desk sees and calls about an alarm of an unknown kind; a new booking does not move the row that has the focus', async ({
  open,
  person,
  picture,
  stack
}) => {
  test.skip(!stack.SUPABASE_DB_URL, 'another concept raises the alarm in the database itself')
  const [rider, rider2, driver, admin] = await Promise.all(
    ['rider6@hackney.test', 'rider2@hackney.test', 'driver@hackney.test', 'admin@hackney.test'].map(person)
  )
  if (!rider || !rider2 || !driver || !admin) throw new Error('not all people of this story could sign in')
  const { id, reference } = await bookAccepted(rider, driver)
  const sql = postgres(stack.SUPABASE_DB_URL ?? '', { max: 1, onnotice: () => {} })
  const desk = await open('/bookings', { as: admin })
  const other = await open('/bookings', { as: admin })
  const attention = desk.getByRole('region', { name: 'Needs attention' })
  const grid = desk.getByRole('grid', { name: 'Bookings' })
  const heard = await listen(desk)
  try {
    await test.step('an alarm with an unknown name is first on both desks, sounds, shows its age, and one key calls the person', async () => {
      await expect(grid.getByRole('link', { name: reference })).toBeVisible()
      await desk.mouse.click(300, 90)
      await raiseAlarm(sql, id, 'sos')
      const row = attention.getByRole('listitem').first()
      await expect(row.getByText('SOS')).toBeVisible()
      await expect(other.getByRole('region', { name: 'Needs attention' }).getByText('SOS').first()).toBeVisible()
      await expect.poll(() => heard.notes()).toBeGreaterThan(3)
      const before = await row.getByRole('time').textContent()
      await expect(row.getByRole('time')).not.toHaveText(before ?? '')
      await expectAccessible(desk)
      await picture(desk, 'desk-alarm')
      await desk.keyboard.press('!')
      await expect.poll(() => heard.called()).toMatch(/^tel:\+?\d+/)
      await row.getByRole('button').first().click()
      await expect(
        desk.getByRole('region', { name: 'Open booking' }).getByRole('heading', { name: reference })
      ).toBeVisible()
      await desk.keyboard.press('3')
      await expect(desk.getByRole('tab', { name: 'Fare' })).toHaveAttribute('aria-selected', 'true')
      await desk.keyboard.press('x')
      const dialog = desk.getByRole('dialog', { name: /^SOS/ })
      await dialog.getByRole('textbox', { name: 'What was done' }).fill('All is well: pressed by mistake')
      await desk.keyboard.press('ControlOrMeta+Enter')
      await expect(attention.getByText('SOS')).toHaveCount(0)
      await expect(other.getByText('SOS')).toHaveCount(0)
    })

    await test.step('a new booking waits while the dispatcher works in the rows', async () => {
      await grid.getByRole('link', { name: reference }).focus()
      const rows = await grid.getByRole('row').count()
      const arrived = await book(rider2)
      await expect(desk.getByRole('button', { name: /new/i })).toBeVisible()
      expect(await grid.getByRole('row').count()).toBe(rows)
      await expect(grid.getByRole('link', { name: reference })).toBeFocused()
      await expect(entry(other, arrived.reference)).toBeVisible()
      unwrap(await rider2.client.rpc('cancel_booking', { booking_id: arrived.id, reason: 'My plans changed' }))
    })

    await test.step('bookings under way are sorted by risk, and each says how late it will be', async () => {
      await desk.getByRole('link', { name: 'Now', exact: true }).click()
      await expect(desk).toHaveURL(/sort=-late/)
      await expect(
        grid
          .getByRole('row')
          .filter({ hasText: reference })
          .getByText(/in time|late/)
      ).toBeVisible()
    })

    await test.step('a phone shows the list or the map', async () => {
      await other.setViewportSize({ width: 390, height: 844 })
      await other.getByRole('radio', { name: 'Map' }).click()
      await expect(other.getByRole('region', { name: 'Map', exact: true })).toBeVisible()
      // The map has no heading, so the top bar shows the page's name.
      const current = other.getByRole('navigation', { name: 'Where you are' }).locator('[aria-current]')
      await expect(current).toHaveText('Bookings')
      await expect.poll(async () => (await current.boundingBox())?.width).toBeGreaterThan(20)
      await expectAccessible(other)
      await picture(other, 'desk-phone-map')
    })
  } finally {
    await sql`delete from app.alarms`
    await sql.end()
    unwrap(await rider.client.rpc('cancel_booking', { booking_id: id, reason: 'My plans changed' }))
    await driver.client.rpc('set_driver_active', { active: false })
  }
})

test('two desks show the same rows in the same order after each action of the other, and each new booking sounds once', async ({
  open,
  person
}) => {
  const [rider, rider2, admin, colleague] = (await Promise.all(
    ['rider6', 'rider2', 'admin', 'admin2'].map((name) => person(`${name}@hackney.test`))
  )) as [Person, Person, Person, Person]
  const cancel = (id: string) => admin.client.rpc('cancel_booking', { booking_id: id, reason: 'Something else' })
  const first = await book(rider)
  const desk = await open('/bookings', { as: admin })
  const other = await open('/bookings', { as: colleague })
  const gridOf = (page: Page) => page.getByRole('grid', { name: 'Bookings' })
  /** Each row with its status. */
  const rowsOf = async (page: Page) =>
    (await gridOf(page).getByRole('row').allInnerTexts())
      .slice(1, 6)
      .map((words) => words.split('\n').slice(0, 3).join())
  const made = [first]
  try {
    await expect(gridOf(desk).getByRole('link', { name: first.reference })).toBeVisible()
    await expect(gridOf(other).getByRole('link', { name: first.reference })).toBeVisible()
    const heard = await listen(desk)

    await test.step('a key changes the volume, and a sound plays at once', async () => {
      await desk.mouse.click(300, 90)
      await desk.keyboard.press('l')
      await expectAccessible(desk, '[role=menu]')
      await desk.getByRole('menuitemradio', { name: 'Quiet' }).press('Enter')
      await expect.poll(() => heard.notes()).toBe(2)
    })

    await test.step('a rider’s booking is first on both desks and sounds once: its later changes are silent', async () => {
      const second = await book(rider2)
      made.push(second)
      for (const page of [desk, other])
        await expect(gridOf(page).getByRole('row').nth(1)).toContainText(second.reference)
      expect(await rowsOf(other)).toEqual(await rowsOf(desk))
      await expect.poll(() => heard.notes()).toBe(4)
    })

    await test.step('an action at one desk appears at the other, in the same order', async () => {
      const [, second] = made
      const row = gridOf(desk)
        .getByRole('row')
        .filter({ hasText: second?.reference ?? '' })
      await row.getByRole('link', { name: second?.reference ?? '' }).focus()
      await desk.keyboard.press('c')
      await desk.getByRole('dialog').getByRole('radio', { name: 'Something else' }).press('Space')
      await desk.getByRole('dialog').getByRole('button', { name: 'Cancel trip' }).press('Enter')
      for (const page of [desk, other]) {
        await expect(
          gridOf(page)
            .getByRole('row')
            .filter({ hasText: second?.reference ?? '' })
        ).toContainText('Cancelled')
      }
      expect(await rowsOf(other)).toEqual(await rowsOf(desk))
      // Neither the cancellation nor a booking made at this desk counts as new.
      expect(await heard.notes()).toBe(4)
    })
  } finally {
    for (const { id } of made) await cancel(id)
  }
})
