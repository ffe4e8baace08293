import type { Page } from '@playwright/test'
import { service } from '../support/people.ts'
import { accept, book, bookAccepted, goOnline, offerOf, unwrap } from '../support/ride.ts'
import { change } from '../support/staff.ts'
import { expect, expectAccessible, test } from './fixtures.ts'

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name })
/** The way to a booking: its reference in a table, or its card on a phone. */
const entry = (page: Page, reference: string) =>
  page
    .getByRole('link', { name: reference })
    .or(page.getByRole('article').filter({ hasText: reference }).getByRole('link'))

test('In demo mode admins and fleet admins see the bookings of their list', async ({ open, person, stack }) => {
  const [rider, driver, admin, fleet] = await Promise.all(
    ['rider6@hackney.test', 'driver@hackney.test', 'admin@hackney.test', 'fleet@hackney.test'].map(person)
  )
  if (!rider || !driver || !admin || !fleet) throw new Error('someone is missing')
  await change(admin, driver.id, { fleet_id: fleet.id })
  const { id, reference } = await bookAccepted(rider, driver)
  const demo = (on: boolean) =>
    service(stack).from('settings').update({ allow_critical_edits_admin: !on }).eq('id', 1).throwOnError()
  await demo(true)
  try {
    const desk = await open('/bookings', { as: admin })
    await expect(entry(desk, reference)).toBeVisible()
    await entry(desk, reference).click()
    await expect(desk.getByRole('heading', { name: reference })).toBeVisible()
    const own = await open('/bookings', { as: fleet })
    await expect(entry(own, reference)).toBeVisible()
  } finally {
    await demo(false)
    unwrap(await rider.client.rpc('cancel_booking', { booking_id: id, reason: 'My plans changed' }))
    await change(admin, driver.id, { fleet_id: null })
    await driver.client.rpc('set_driver_active', { active: false })
  }
})

test('The desk assigns a driver and cancels with a reason; a fleet admin only looks on', async ({
  open,
  person,
  stack
}) => {
  const [rider, driver, admin, fleet] = await Promise.all(
    ['rider6@hackney.test', 'driver@hackney.test', 'admin@hackney.test', 'fleet@hackney.test'].map(person)
  )
  if (!rider || !driver || !admin || !fleet) throw new Error('someone is missing')
  // Without auto-dispatch nobody is asked, so the desk may assign at once.
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
