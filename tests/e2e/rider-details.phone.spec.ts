/** Details of a rider's pages: the start page's end, what stays on the device, too many passengers, a wrong number. */
import type { Page } from '@playwright/test'
import { newcomer, service } from '../support/people.ts'
import { vaduz } from '../support/places.ts'
import { unwrap } from '../support/responses.ts'
import { choosePlace, expect, expectAccessible, expectNoSidewaysScroll, test } from './fixtures.ts'

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name })

async function chooseWay(page: Page): Promise<void> {
  await choosePlace(page, 'Pickup', 'Städtle', /Städtle/)
  await choosePlace(page, 'Drop', 'Schaan', /Schaan/)
  await expect(button(page, /^Book Cab · CHF/)).toBeVisible()
}

test('a visitor’s phone has the product’s description, the apps and the footer below the form, and a way to drive', async ({
  open,
  picture,
  stack
}) => {
  const link = 'https://apps.apple.com/rigi'
  await service(stack).from('settings').update({ apple_store_link: link }).eq('id', 1).throwOnError()
  const page = await open('/', { at: vaduz })
  await button(page, 'About').click()
  await expect(page.getByRole('heading', { name: 'The fare before the ride' })).toBeInViewport()
  await expect(page.getByRole('link', { name: 'Get it on the App Store' })).toHaveAttribute('href', link)
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)
  await picture(page, 'start-below')
  await page.getByRole('link', { name: 'Drive with us' }).click()
  await expect(page).toHaveURL(/\/signup\?as=driver$/)
  await expect(page.getByRole('radio', { name: 'I want to drive' })).toBeChecked()
  await service(stack).from('settings').update({ apple_store_link: '' }).eq('id', 1).throwOnError()
})

test('signing out deletes the ride that was being entered, for everybody who uses the device after', async ({
  open,
  stack
}) => {
  const page = await open('/', { at: vaduz, as: await newcomer(stack, { first_name: 'Ada', last_name: 'Wille' }) })
  await chooseWay(page)
  await page.goto('/profile')
  await button(page, /^Account:/).click()
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
  await expect(page.getByRole('link', { name: 'Sign in', exact: true })).toBeVisible()
  await expect(page.getByRole('combobox', { name: 'Drop', exact: true })).toHaveValue('')
  await expect(page.getByText('the ride you had begun is back')).toHaveCount(0)
  const kept = await page.evaluate(() => JSON.stringify({ ...localStorage }))
  expect(kept).not.toContain('Städtle')
  await page.reload()
  await expect(page.getByRole('combobox', { name: 'Drop', exact: true })).toHaveValue('')
  await expect(page.getByText('the ride you had begun is back')).toHaveCount(0)
})

test('for ten passengers the form names the largest car, and begins with as many as it takes', async ({
  open,
  person,
  picture
}) => {
  const page = await open('/', { at: vaduz, as: await person('rider16@hackney.test') })
  await chooseWay(page)
  await button(page, /^Passengers and extras/).click()
  const dialog = page.getByRole('dialog', { name: 'Passengers and extras' })
  for (let count = 1; count < 10; count++)
    await dialog
      .getByRole('button', { name: /One more/ })
      .first()
      .click()
  await dialog.getByRole('button', { name: 'Done' }).click()
  await expect(page.getByText(/No car takes 10 people\. The largest, Van, takes \d\. Book two cars\./)).toBeVisible()
  await expect(button(page, /^Book/)).toHaveCount(0)
  await expectAccessible(page)
  await picture(page, 'ten-passengers')
  await button(page, /^Begin with a car for \d/).click()
  await expect(button(page, /^Book Van · CHF/)).toBeVisible()
})

test('a wrong number of a parcel’s recipient is called incomplete, not missing', async ({ open, person }) => {
  const rider = await person('rider17@hackney.test')
  const admin = await person('admin@hackney.test')
  unwrap(await admin.client.rpc('add_to_wallet', { user_id: rider.id, amount: 60 }))
  const page = await open('/', { at: vaduz, as: rider })
  await chooseWay(page)
  await page.getByRole('radio', { name: 'Parcel' }).click()
  await page.getByRole('radio', { name: /^Courier/ }).click()
  await button(page, /^Book Courier · CHF/).click()
  await button(page, 'Get estimate').click()
  const dialog = page.getByRole('dialog', { name: 'Delivery information' })
  await dialog.getByRole('textbox', { name: 'Who takes the parcel' }).fill('Nina Frick')
  await dialog.getByRole('textbox', { name: 'Their phone number' }).fill('12345')
  await dialog.getByRole('button', { name: 'Book Now' }).click()
  await expect(dialog.getByText('Please enter a complete phone number.')).toBeVisible()
  await expect(dialog.getByText("Please enter the recipient's name and phone number.")).toHaveCount(0)
})

test('an account with money in its wallet is deleted once its person has given the money up', async ({
  open,
  person,
  picture,
  stack
}) => {
  const rider = await newcomer(stack, { first_name: 'Ada', last_name: 'Wille' })
  const admin = await person('admin@hackney.test')
  unwrap(await admin.client.rpc('add_to_wallet', { user_id: rider.id, amount: 12.5 }))
  const page = await open('/profile', { as: rider })
  await button(page, 'Delete my account').click()
  const dialog = page.getByRole('dialog', { name: 'Delete your account?' })
  await expect(dialog.getByText(/CHF\s12\.50/).first()).toBeVisible()
  const confirm = dialog.getByRole('button', { name: 'Delete for good' })
  await dialog.getByRole('checkbox').check()
  await expect(confirm).toBeDisabled()
  await expectAccessible(page, '[role=dialog]')
  await picture(page, 'leave-with-money')
  await dialog.getByRole('radio').last().check()
  await confirm.click()
  await expect(page.getByText('Your account has been deleted.')).toBeVisible()
  const row = unwrap(
    await service(stack).from('profiles').select('deleted_at, wallet_balance').eq('id', rider.id).single()
  )
  expect(row).toMatchObject({ deleted_at: expect.any(String), wallet_balance: 0 })
})
