import { randomInt } from 'node:crypto'
import { newestCode, visitor } from '../support/people.ts'
import { vaduz } from '../support/places.ts'
import { unwrap } from '../support/responses.ts'
import { bookAccepted } from '../support/ride.ts'
import { expect, expectAccessible, test } from './fixtures.ts'

/** The smallest picture that every browser draws. */
const pixel = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
  'base64'
)

// Spec 8.19, 8.34
test('a rider who signed up by phone confirms an e-mail address in the profile, and then books', async ({
  open,
  stack
}) => {
  const phone = `+42355${randomInt(1_000_000, 9_999_999)}`
  const mailbox = `${phone.slice(1)}@sms.hackney.test`
  const client = visitor(stack)
  const since = Date.now()
  const { error } = await client.auth.signInWithOtp({ phone })
  if (error) throw error
  const token = await newestCode(stack, mailbox, since)
  const { data } = await client.auth.verifyOtp({ phone, token, type: 'sms' })
  const as = { id: data.user?.id ?? '', email: '', client }

  const page = await open('/profile', { at: vaduz, as })
  await test.step('the address counts once its code is entered', async () => {
    const email = `rider-${randomInt(1_000_000)}@example.com`
    const asked = Date.now()
    await page.getByRole('textbox', { name: 'New e-mail address' }).fill(email)
    await page.getByRole('button', { name: 'Send a code' }).first().click()
    await page.getByRole('textbox', { name: 'Confirmation code' }).fill(await newestCode(stack, email, asked))
    await expect(page.getByRole('textbox', { name: /^E-mail/ })).toHaveValue(email)
    await expectAccessible(page)
  })
  await test.step('names complete the profile', async () => {
    await page.getByRole('textbox', { name: 'First name' }).fill('Lea')
    await page.getByRole('textbox', { name: 'Last name' }).fill('Frick')
    await page.getByRole('button', { name: 'Save' }).click()
    await expect(page.getByText('Your profile has been saved.')).toBeVisible()
  })
  await test.step('without a booking the list says so, and links to the booking form', async () => {
    await page.goto('/bookings')
    await expect(page.getByRole('heading', { name: 'No bookings yet' })).toBeVisible()
    await expectAccessible(page)
    await page.getByRole('link', { name: 'Book a ride' }).click()
  })
  await test.step('the booking succeeds', async () => {
    await page.goto('/')
    for (const [field, text] of [
      ['Pickup', 'Städtle'],
      ['Drop', 'Schaan']
    ] as const) {
      await page.getByRole('combobox', { name: field }).fill(text)
      await page
        .getByRole('option', { name: new RegExp(text) })
        .first()
        .click()
    }
    await page.getByRole('button', { name: /^Book Cab · CHF/ }).click()
    await expect(page).toHaveURL(/\/bookings\/[0-9a-f-]{36}/)
    await page.getByRole('button', { name: /^Cancel/ }).click()
    await page.getByRole('radio', { name: 'My plans changed' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel trip' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'This ride was cancelled' })).toBeVisible()
  })
})

// Spec 3.31
test('rider and driver of a trip see each other’s picture by a signed link', async ({ open, person }) => {
  const rider = await person('rider9@hackney.test')
  const driver = await person('driver@hackney.test')
  for (const { id, client } of [rider, driver]) {
    const path = `${id}/profileImage`
    const { error } = await client.storage.from('users').upload(path, pixel, { contentType: 'image/png', upsert: true })
    if (error) throw error
    unwrap(await client.rpc('set_profile_image', { path }))
    await expect.poll(async () => (await client.rpc('check_file', { bucket: 'users', path })).data).toBe('clean')
  }
  const { id } = await bookAccepted(rider, driver)
  for (const as of [rider, driver]) {
    const page = await open(`/bookings/${id}`, { at: vaduz, as })
    const face = page.getByRole('region', { name: /^Your (driver|rider)$/ }).locator('img')
    await expect(face).toHaveAttribute('src', /\/object\/sign\/users\/.+token=/)
    await expect.poll(() => face.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBe(1)
  }
  unwrap(await rider.client.rpc('cancel_booking', { booking_id: id, reason: 'My plans changed' }))
  await driver.client.rpc('set_driver_active', { active: false })
})
