/** Drivers who accept a ride and give it back: the rider is told each time, and sees the next driver. */
import type { Locator, Page } from '@playwright/test'
import { type Person, service } from '../support/people.ts'
import { vaduz } from '../support/places.ts'
import { unwrap } from '../support/responses.ts'
import { accept, book, goOnline } from '../support/ride.ts'
import { askFor } from './dispatcher.ts'
import { expect, expectAccessible, test } from './fixtures.ts'

const heading = (page: Page, name: string | RegExp): Locator => page.getByRole('heading', { level: 1, name })

// Spec 4.34
test('two drivers in a row give a ride back, and the rider reads each time what happened, who comes next, and how it ends', async ({
  open,
  person,
  picture,
  stack
}) => {
  const rider = await person('rider29@hackney.test')
  const [first, second, third] = await Promise.all(
    ['driver@', 'driver2@', 'driver6@'].map((name) => person(`${name}hackney.test`))
  )
  if (!first || !second || !third) throw new Error('not all three drivers could sign in')
  const goOff = ({ client }: Person) => client.rpc('set_driver_active', { active: false })
  await Promise.all([first, second, third].map(goOff))
  const take = async (driver: Person, id: string) => {
    await askFor(rider, driver, id)
    await accept(driver, id)
  }
  await goOnline(first)
  const { id } = await book(rider)
  await take(first, id)
  const page = await open(`/bookings/${id}`, { as: rider, at: vaduz })
  const card = page.getByRole('region', { name: 'Your driver' })
  const comes = /^Arriving in|is on the way$/
  const once = page.getByText('Your driver had to give the ride back. We are looking for another one.')
  const again = page.getByText('This driver had to give the ride back, too. We are looking for another one.')
  await expect(heading(page, comes)).toBeVisible()
  await expect(card).toContainText('Lukas')

  await test.step('the first driver gives the ride back, and another free driver is asked at once', async () => {
    await goOnline(second)
    unwrap(await first.client.rpc('cancel_booking', { booking_id: id, reason: 'driver_car_trouble' }))
    await expect(heading(page, 'Looking for a driver')).toBeVisible()
    await expect(once.first()).toBeVisible()
    await expect(card).toHaveCount(0)
    // As a screen reader announces it, with the new heading.
    await expect(page.getByRole('status').filter({ hasText: /give the ride back.*Looking for a driver/ })).toHaveCount(
      1
    )
    await expectAccessible(page)
    await picture(page, 'given-back')
    await take(second, id)
    await expect(heading(page, comes)).toBeVisible()
    await expect(card).toContainText('Nadia')
    await expect(once).toHaveCount(0)
  })

  await test.step('the second driver gives it back at the pickup while no other driver is free', async () => {
    await goOff(first)
    unwrap(await second.client.rpc('arrive_at_pickup', { booking_id: id }))
    await expect(heading(page, 'Your driver is here')).toBeVisible()
    unwrap(await second.client.rpc('cancel_booking', { booking_id: id, reason: 'driver_emergency' }))
    await expect(heading(page, 'Looking for a driver')).toBeVisible()
    await expect(again.first()).toBeVisible()
    await expect(page.getByText('No driver is free near you right now.')).toBeVisible()
    await page.reload()
    await expect(again.first()).toBeVisible()
  })

  await test.step('a third driver comes, and the quoted price stays', async () => {
    await goOnline(third)
    await take(third, id)
    await expect(heading(page, comes)).toBeVisible()
    await expect(card).toContainText('Mehmet')
    await expect(again).toHaveCount(0)
    const ride = unwrap(await service(stack).from('bookings').select().eq('id', id).single())
    expect(ride).toMatchObject({ driver_id: third.id, driver_cancel_count: 2, cancellation_fee: 0 })
    const notices = unwrap(await rider.client.from('notices').select('key').eq('booking_id', id))
    expect(notices.filter(({ key }) => key === 'driver_gave_back')).toHaveLength(2)
    expect(notices.filter(({ key }) => key === 'driver_accepted')).toHaveLength(3)
  })

  await test.step('when the third driver gives it back too, the ride ends free of charge, and the rider reads why', async () => {
    unwrap(await third.client.rpc('cancel_booking', { booking_id: id, reason: 'driver_late' }))
    await expect(heading(page, 'This ride was cancelled')).toBeVisible()
    await expect(page.getByText(/^The driver cancelled this trip\./)).toBeVisible()
    await expect(page.getByText('Cannot be there in time')).toBeVisible()
    await expect(page.getByText('Free of charge')).toBeVisible()
  })
  await Promise.all([first, second, third].map(goOff))
})
