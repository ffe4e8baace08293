import { schaan } from '../support/places.ts'
import { unwrap } from '../support/responses.ts'
import { bookAccepted, reportPosition, start } from '../support/ride.ts'
import { expect, expectAccessible, expectNoSidewaysScroll, NOWHERE, SHARED_POLL_MS, test } from './fixtures.ts'

test('a rider shares a trip, a person without an account follows it to its end, and the rider ends the link', async ({
  open,
  person,
  picture
}) => {
  const rider = await person('rider5@hackney.test')
  const driver = await person('driver@hackney.test')
  const { id } = await bookAccepted(rider, driver)
  const trip = await open(`/bookings/${id}`, { as: rider })
  const heading = (name: string | RegExp) => visitor.getByRole('heading', { level: 1, name })
  let link = ''

  await test.step('one press creates the link, with what it shows and for how long', async () => {
    await trip.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    await trip.getByRole('button', { name: 'Share', exact: true }).click()
    const dialog = trip.getByRole('dialog', { name: 'Share this trip' })
    await expect(dialog).toContainText('until an hour after the trip')
    link = await dialog.getByText(/\/t\/[0-9a-f]{32}$/).innerText()
    await dialog.getByRole('button', { name: 'Copy the link' }).click()
    await expect(dialog.getByRole('button', { name: 'Copied' })).toBeVisible()
    expect(await trip.evaluate(() => navigator.clipboard.readText())).toBe(link)
    await expectAccessible(trip)
    await picture(trip, 'share-dialog')
    await trip.keyboard.press('Escape')
    await expect(trip.getByRole('button', { name: 'Shared', exact: true })).toBeVisible()
    await trip.getByRole('button', { name: 'Safety' }).click()
    await expect(trip.getByRole('dialog', { name: 'Safety' })).toContainText('FL 28 114')
    await expectAccessible(trip)
    await picture(trip, 'safety-dialog')
    await trip.keyboard.press('Escape')
    await trip.getByRole('button', { name: /^Message/ }).click()
    await expect(trip.getByRole('dialog', { name: 'Lukas Marxer' }).getByText(/^No messages yet/)).toBeVisible()
    await expectAccessible(trip, '[role=dialog]')
    await trip.keyboard.press('Escape')
    await picture(trip, 'trip-tools')
  })

  // The visitor's page asks for news every five seconds, by its own clock.
  const visitor = await open(NOWHERE)
  await visitor.clock.install()
  await visitor.goto(new URL(link).pathname)
  await test.step('a visitor sees the driver’s first name and car, and no other personal data', async () => {
    await expect(heading('Lukas is on the way to the pickup')).toBeVisible()
    await expect(visitor).toHaveTitle('Shared trip · Hackney')
    await expect(visitor.locator('meta[name=robots]')).toHaveAttribute('content', 'noindex')
    await expect(visitor.getByRole('region', { name: 'Driver' })).toContainText('FL 28 114')
    await expect(visitor.getByText(/Marxer|CHF|\+423/)).toHaveCount(0)
    await expectNoSidewaysScroll(visitor)
    await expectAccessible(visitor)
    await picture(visitor, 'shared-accepted')
  })

  await test.step('the page updates by itself: on the way, then arrived', async () => {
    await start(rider, driver, id)
    await reportPosition(driver, { lat: 47.1415, lng: 9.5211 })
    await visitor.clock.runFor(SHARED_POLL_MS)
    await expect(heading(/^Arrival about \d\d:\d\d$/)).toBeVisible()
    await picture(visitor, 'shared-started')
    await reportPosition(driver, schaan)
    unwrap(await driver.client.rpc('reach_drop', { booking_id: id }))
    await visitor.clock.runFor(SHARED_POLL_MS)
    await expect(heading(/^Arrived at \d\d:\d\d$/)).toBeVisible()
    await visitor.setViewportSize({ width: 1440, height: 900 })
    await picture(visitor, 'shared-arrived-desktop')
  })

  await test.step('an ended link and an unknown link each say so', async () => {
    await trip.getByRole('button', { name: 'Shared', exact: true }).click()
    await trip.getByRole('button', { name: 'Stop sharing' }).click()
    await expect(trip.getByText('The link no longer works.')).toBeVisible()
    // The visitor's page notices it at its next poll, without a reload.
    await visitor.clock.runFor(SHARED_POLL_MS)
    await expect(heading('No longer shared')).toBeVisible({ timeout: 7000 })
    await expectAccessible(visitor)
    await visitor.goto(`/shared/${'0'.repeat(32)}`)
    await expect(visitor).toHaveURL(`/t/${'0'.repeat(32)}`)
    await expect(heading('Link not found')).toBeVisible()
  })
  unwrap(await driver.client.rpc('confirm_cash', { booking_id: id }))
  await driver.client.rpc('set_driver_active', { active: false })
})
