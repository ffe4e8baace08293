import { randomUUID } from 'node:crypto'
import type { Locator, Page } from '@playwright/test'
import { service } from '../support/people.ts'
import { unwrap, vaduz } from '../support/ride.ts'
import { expect, expectAccessible, test } from './fixtures.ts'

const button = (page: Page, name: string | RegExp): Locator => page.getByRole('button', { name })
const bookButton = (page: Page): Locator => button(page, /^Book Cab for CHF\s\d+\.\d\d$/)

async function choosePlace(page: Page, field: string, text: string, suggestion: RegExp): Promise<void> {
  await page.getByRole('combobox', { name: field }).fill(text)
  await page.getByRole('option', { name: suggestion }).first().click()
}

test('what lacks is said and focused when Book is pressed, and no longer once it is there', async ({
  open,
  person
}) => {
  const page = await open('/', { at: vaduz, as: await person('rider2@hackney.test') })
  const said = page.getByText('Please choose a pickup, a drop and a car.')
  await button(page, /^Book/).click()
  await expect(said).toBeVisible()
  await expect(page.getByRole('combobox', { name: 'Pickup' })).toBeFocused()
  await choosePlace(page, 'Pickup', 'Städtle', /Städtle/)
  await page.getByRole('combobox', { name: 'Drop' }).click()
  await page.getByRole('option', { name: /on the map/ }).click()
  await button(page, 'Use this place').click()
  await expect(bookButton(page)).toBeVisible()
  await expect(said).toHaveCount(0)
})

test('a promotion code that is refused is said once, at its field, and blocks no booking', async ({
  open,
  person,
  stack
}) => {
  const code = `ONE${randomUUID().slice(0, 6)}`.toUpperCase()
  const promos = service(stack).from('promos')
  await promos
    .insert({ promo_name: code, promo_discount_value: 3, promo_validity: '2099-12-31', promo_usage_limit: 5 })
    .throwOnError()
  const rider = await person('rider3@hackney.test')
  const page = await open('/', { at: vaduz, as: rider })
  await choosePlace(page, 'Pickup', 'Städtle', /Städtle/)
  await choosePlace(page, 'Drop', 'Schaan', /Schaan/)
  const dialog = page.getByRole('dialog', { name: 'Add a promotion code' })
  const field = dialog.getByRole('textbox', { name: 'Promotion code' })

  await test.step('a code that does not exist', async () => {
    await button(page, 'Have a promotion code?').click()
    await field.fill('NOSUCH')
    await button(page, 'Apply').click()
    await expect(page.getByText('There is no promotion with this code.')).toHaveCount(1)
    await expect(field).toBeFocused()
    await expectAccessible(page)
    await field.fill('')
    await expect(page.getByText('There is no promotion with this code.')).toHaveCount(0)
  })

  await test.step('a code longer than any', async () => {
    await field.fill('x'.repeat(41))
    await expect(dialog.getByText('At most 40 characters.')).toBeVisible()
  })

  await test.step('a code that counts', async () => {
    await field.fill(code.toLowerCase())
    await button(page, 'Apply').click()
    await expect(dialog).toHaveCount(0)
    await expect(page.getByText(code)).toBeVisible()
  })

  await test.step('the code is withdrawn before the rider books: the price changes first, then the ride is booked', async () => {
    await service(stack).from('promos').delete().eq('promo_name', code).throwOnError()
    await bookButton(page).click()
    await expect(page.getByText(`${code}: There is no promotion with this code.`)).toBeVisible()
    await bookButton(page).click()
    await expect(page).toHaveURL(/\/bookings\/[0-9a-f-]{36}/)
    const booking_id = page.url().split('/').at(-1) ?? ''
    unwrap(await rider.client.rpc('cancel_booking', { booking_id, reason: 'My plans changed' }))
  })
})

test('an admin sees what a rider would pay, and is told before any press that only riders book', async ({
  open,
  person
}) => {
  const page = await open('/', { at: vaduz, as: await person('admin@hackney.test') })
  await expect(page.getByText(/only riders can book/)).toBeVisible()
  await choosePlace(page, 'Pickup', 'Städtle', /Städtle/)
  await choosePlace(page, 'Drop', 'Schaan', /Schaan/)
  await expect(page.getByRole('radio', { name: /^Cab/ })).toContainText(/CHF\s\d+\.\d\d/)
  await expect(button(page, /^Book/)).toHaveCount(0)
  await expectAccessible(page)
})

test('a first name of 300 letters is refused at its field, with the limit', async ({ open, person }) => {
  const page = await open('/profile', { as: await person('rider4@hackney.test') })
  const field = page.getByRole('textbox', { name: 'First name' })
  await field.fill('A'.repeat(300))
  await expect(page.getByText('At most 80 characters.')).toBeVisible()
  await button(page, 'Save').click()
  await expect(field).toBeFocused()
  await expect(page.getByText('Something went wrong')).toHaveCount(0)
})
