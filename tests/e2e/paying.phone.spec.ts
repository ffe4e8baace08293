/** The choice of how to pay an open amount, and error messages on the way to a ride. */
import type { Page } from '@playwright/test'
import { service } from '../support/people.ts'
import { schaan, vaduz } from '../support/places.ts'
import { unwrap } from '../support/responses.ts'
import { bookAccepted, estimate, goOnline } from '../support/ride.ts'
import { choosePlace, expect, expectAccessible, test } from './fixtures.ts'

const choice = (page: Page) => page.getByRole('dialog', { name: 'Payment' })
const pay = (page: Page) => page.getByRole('button', { name: /^Pay CHF\s\d+\.\d\d$/ })

// Spec 3.62, 4.3, 4.44, 4.45, 7.44, 8.38
test('an unpaid parcel asks how it will be paid, and the search begins after the payment', async ({
  open,
  person,
  picture
}) => {
  const rider = await person('rider21@hackney.test')
  const admin = await person('admin@hackney.test')
  const details = { delivery_person: 'Nora Matt', delivery_person_phone: '+4235551212' }
  const order = async () => {
    const { quote_id } = await estimate(rider.client, vaduz, schaan, 'Courier')
    return unwrap(
      await rider.client.rpc('create_booking', { quote_id: quote_id ?? '', payment_mode: 'wallet', details })
    )
  }
  const { id } = await order()
  const page = await open(`/bookings/${id}`, { as: rider })

  await test.step('with an empty wallet and no provider there is no way to pay, and the page says so', async () => {
    await expect(page.getByRole('heading', { level: 1, name: 'Payment is not finished' })).toBeVisible()
    await expect(page.getByText('Your wallet is empty')).toBeVisible()
    await expect(choice(page)).toHaveCount(0)
    await expect(pay(page)).toHaveCount(0)
    await expectAccessible(page)
  })

  await test.step('a failed list of providers is reported, and loaded again by a press', async () => {
    await page.route(/payments\/providers/, (route) => route.fulfill({ status: 502, json: { message: 'bad gateway' } }))
    await page.reload()
    await expect(page.getByText('The payment providers could not be loaded.')).toBeVisible()
    await page.unroute(/payments\/providers/)
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect(page.getByText('The payment providers could not be loaded.')).toHaveCount(0)
  })

  await test.step('with money in the wallet the payment dialog opens by itself; after closing it, a press opens it again', async () => {
    unwrap(await admin.client.rpc('add_to_wallet', { user_id: rider.id, amount: 80 }))
    await page.reload()
    await expect(choice(page).getByRole('radio', { name: /^Wallet · CHF\s80\.00/ })).toBeChecked()
    await expectAccessible(page)
    await picture(page, 'pay-choice')
    await choice(page).getByRole('button', { name: 'Cancel' }).click()
    await expect(choice(page)).toHaveCount(0)
    await pay(page).click()
    await expect(choice(page)).toBeVisible()
  })

  await test.step('the payment closes the dialog, and the search begins', async () => {
    await choice(page).getByRole('button', { name: 'Pay Now' }).dblclick()
    await expect(
      page.getByRole('heading', { level: 1, name: 'Looking for a driver', includeHidden: true })
    ).toBeVisible()
    await expect(choice(page)).toHaveCount(0)
    const paid = unwrap(await rider.client.from('bookings').select('prepaid, status').eq('id', id).single())
    expect(paid).toMatchObject({ prepaid: true, status: 'NEW' })
    unwrap(await rider.client.rpc('cancel_booking', { booking_id: id, reason: 'My plans changed' }))
  })

  await test.step('the list links to the same dialog; an unpaid parcel is cancelled without a reason', async () => {
    await order()
    await page.goto('/bookings')
    await page.getByRole('link', { name: 'Pay now' }).click()
    await choice(page).getByRole('button', { name: 'Cancel' }).click()
    await page.getByRole('button', { name: /^Cancel/ }).click()
    const question = page.getByRole('dialog')
    await expect(question.getByText('It was not paid yet, so nothing is charged.')).toBeVisible()
    await expect(question.getByRole('radio')).toHaveCount(0)
    await expectAccessible(page, '[role=dialog]')
    await question.getByRole('button', { name: 'Cancel trip' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'This delivery was cancelled' })).toBeVisible()
  })
})

// Spec 2.24, 4.59, 8.8, 8.28, 8.29
test('an unavailable position and a failed address search show errors in red', async ({ open, person }) => {
  const rider = await person('rider22@hackney.test')
  const page = await open('/', { as: rider })
  await page.getByRole('combobox', { name: 'Pickup', exact: true }).click()
  await page.getByRole('option', { name: 'Use my location' }).click()
  const refused = page.getByText(
    'Your position is not available. Please allow it in the browser or search for the address.'
  )
  await expect(refused).toHaveClass(/text-bad/)
  await expectAccessible(page)

  await page.route(/places\/autocomplete/, (route) => route.fulfill({ status: 502, json: { message: 'bad gateway' } }))
  await page.getByRole('combobox', { name: 'Pickup', exact: true }).fill('Triesen')
  await expect(page.getByText('The address search is not responding. Please try again.')).toHaveClass(/text-bad/)
  await page.unroute(/places\/autocomplete/)

  await test.step('after booking, the reference is shown and the form is empty', async () => {
    const driver = await person('driver@hackney.test')
    await goOnline(driver)
    await choosePlace(page, 'Pickup', 'Städtle', /Städtle/)
    await choosePlace(page, 'Drop', 'Schaan', /Schaan/)
    await page.getByRole('button', { name: /^Book Cab · CHF/ }).click()
    await expect(page).toHaveURL(/\/bookings\/[0-9a-f-]{36}/)
    const id = page.url().split('/').at(-1) ?? ''
    const { reference } = unwrap(await rider.client.from('bookings').select('reference').eq('id', id).single())
    await expect(page.getByText(`Your booking was successful. Booking reference ${reference}.`)).toBeVisible()
    unwrap(await rider.client.rpc('cancel_booking', { booking_id: id, reason: 'My plans changed' }))
    await page.goto('/')
    await expect(page.getByRole('combobox', { name: 'Drop', exact: true })).toHaveValue('')
    await driver.client.rpc('set_driver_active', { active: false })
  })
})

// Spec 4.6, 8.42
test('while the driver’s position is unknown, the rider reads that, until a position comes', async ({
  open,
  person,
  stack
}) => {
  const rider = await person('rider22@hackney.test')
  const driver = await person('driver@hackney.test')
  const { id } = await bookAccepted(rider, driver)
  const positions = () => service(stack).from('driver_positions')
  const { data: row } = await positions().select().eq('driver_id', driver.id).single().throwOnError()
  await positions().delete().eq('driver_id', driver.id).throwOnError()
  const page = await open(`/bookings/${id}`, { as: rider })
  const unknown = page.getByText("The driver's position cannot be shown right now.")
  await expect(unknown).toBeVisible()
  await expectAccessible(page)
  await positions().insert(row).throwOnError()
  await page.reload()
  await expect(page.getByRole('heading', { level: 1, name: /^Arriving in|is on the way$/ })).toBeVisible()
  await expect(unknown).toHaveCount(0)
  unwrap(await rider.client.rpc('cancel_booking', { booking_id: id, reason: 'My plans changed' }))
  await driver.client.rpc('set_driver_active', { active: false })
})
