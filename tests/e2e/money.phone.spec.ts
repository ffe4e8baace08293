import { randomUUID } from 'node:crypto'
import { service } from '../support/people.ts'
import { schaan, vaduz } from '../support/places.ts'
import { invoke, unwrap } from '../support/responses.ts'
import { accept, carTypeId, goOnline, offerOf } from '../support/ride.ts'
import { expect, expectAccessible, test } from './fixtures.ts'

test('rider and driver see a trip’s stop and promotion, and a late driver does not raise the cancellation fee', async ({
  open,
  person,
  stack,
  turnableClock
}) => {
  const rider = await person('rider7@hackney.test')
  const driver = await person('driver@hackney.test')
  const code = `STOP${randomUUID().slice(0, 6)}`.toUpperCase()
  await service(stack)
    .from('promos')
    .insert({ promo_name: code, promo_discount_value: 3, promo_validity: '2099-12-31', promo_usage_limit: 1 })
    .throwOnError()
  await goOnline(driver)
  const stop = { lat: 47.1488, lng: 9.5175, add: 'Lettstrasse, Vaduz' }
  const { body } = await invoke<{ quote_id: string }>(rider.client, 'routes/estimate', {
    // The driver is in Vaduz: at the pickup they would be waiting and not late.
    pickup: schaan,
    drop: vaduz,
    waypoints: [stop],
    car_type_id: await carTypeId(rider.client)
  })
  unwrap(await rider.client.rpc('apply_promo', { quote_id: body.quote_id, code }))
  const { id, payable_amount } = unwrap(
    await rider.client.rpc('create_booking', { quote_id: body.quote_id, payment_mode: 'cash' })
  )
  await offerOf(driver, id)
  await accept(driver, id)
  for (const as of [rider, driver]) {
    const page = await open(`/bookings/${id}`, { at: vaduz, as })
    const trip = page.getByRole('region', { name: 'Trip', exact: true })
    await expect(trip.getByRole('listitem').filter({ hasText: 'Lettstrasse, Vaduz' })).toBeVisible()
    await expect(trip.getByText(`Promotion ${code}`)).toBeVisible()
    await expect(trip.getByText(new RegExp(`^Cash · CHF\\s${payable_amount.toFixed(2)}$`))).toBeVisible()
    await expectAccessible(page)
  }

  await test.step('an hour later the driver has not come, and the page shows the server’s fee', async () => {
    await turnableClock.turnBy(3600)
    const fee = unwrap(await rider.client.rpc('cancellation_quote', { booking_id: id }))
    const page = await open(`/bookings/${id}`, { at: vaduz, as: rider })
    await expect(
      page.getByRole('button', { name: fee > 0 ? new RegExp(`CHF\\s${fee.toFixed(2)}`) : /^Cancel/ })
    ).toBeVisible()
    const cancelled = unwrap(await rider.client.rpc('cancel_booking', { booking_id: id, reason: 'My plans changed' }))
    expect(cancelled.cancellation_fee).toBe(fee)
  })
  await driver.client.rpc('set_driver_active', { active: false })
})

// Spec 1.4, 1.16, 2.20, 2.22, 4.48, 5.8, 5.9, 8.7
test('a parcel is booked in the same form as the cabs, and paid from the wallet', async ({ open, person }) => {
  const rider = await person('rider8@hackney.test')
  const admin = await person('admin@hackney.test')
  unwrap(await admin.client.rpc('add_to_wallet', { user_id: rider.id, amount: 60 }))
  const page = await open('/', { at: vaduz, as: rider })
  const choose = async (field: string, text: string) => {
    await page.getByRole('combobox', { name: field }).fill(text)
    await page
      .getByRole('option', { name: new RegExp(text) })
      .first()
      .click()
  }
  await choose('Pickup', 'Städtle')
  await choose('Drop', 'Schaan')
  await page.getByRole('radio', { name: 'Parcel' }).click()
  await expect(page.getByRole('radio', { name: /^Cab/ })).toHaveCount(0)
  await page.getByRole('radio', { name: /^Courier/ }).click()
  await page.getByRole('button', { name: /^Book Courier · CHF/ }).click()
  await test.step('the first parcel type and option are preselected', async () => {
    await expect(page.getByRole('radio', { name: /^Letter\s*CHF/ })).toBeChecked()
    await expect(page.getByRole('radio', { name: /^At the door\s*CHF/ })).toBeChecked()
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Get estimate' }).click()
  })
  const dialog = page.getByRole('dialog', { name: 'Delivery information' })
  const phone = dialog.getByRole('textbox', { name: 'Their phone number' })
  const bookNow = dialog.getByRole('button', { name: 'Book Now' })
  await test.step('the form asks for a recipient with a valid phone number', async () => {
    await bookNow.click()
    await expect(dialog.getByRole('textbox', { name: 'Who takes the parcel' })).toBeFocused()
    await expect(dialog.getByRole('alert')).toHaveText("Please enter the recipient's name and phone number.")
    await dialog.getByRole('textbox', { name: 'Who takes the parcel' }).fill('Nina Frick')
    await phone.fill('12345')
    await bookNow.click()
    await expect(phone).toBeFocused()
    await expectAccessible(page)
    await phone.fill('+423 555 77 88')
    await dialog.getByRole('textbox', { name: /^At the drop/ }).fill('Ring twice <b>')
    await expect(dialog.getByText('The wallet pays')).toBeVisible()
  })
  await bookNow.dblclick()
  await expect(page).toHaveURL(/\/bookings\/[0-9a-f-]{36}/)
  await expect(page.getByRole('heading', { level: 1, name: 'Looking for a driver' })).toBeVisible()
  await expect(page.getByText('Nothing left to pay')).toBeVisible()
  const id = page.url().split('/').at(-1) ?? ''
  const booking = unwrap(await rider.client.from('bookings').select().eq('id', id).single())
  expect(booking).toMatchObject({ category: 'delivery', payment_mode: 'wallet', prepaid: true })
  unwrap(await rider.client.rpc('cancel_booking', { booking_id: id, reason: 'My plans changed' }))
})
