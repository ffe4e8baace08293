/** Digits of other scripts, as Arabic and Persian keyboards type them, in the fields that are compared and computed with. */
import { randomInt } from 'node:crypto'
import type { Page } from '@playwright/test'
import { newestCode, service } from '../support/people.ts'
import { vaduz } from '../support/places.ts'
import { unwrap } from '../support/responses.ts'
import { bookAccepted, reportPosition } from '../support/ride.ts'
import { wordsIn } from '../support/words.ts'
import { expect, expectAccessible, expectNoSidewaysScroll, NOWHERE, slide, test } from './fixtures.ts'

const { text } = wordsIn('ar')
const arabic = (digits: string) => digits.replace(/\d/g, (digit) => String.fromCodePoint(0x660 + Number(digit)))

/** Types into the field that has the focus, as a keyboard does. */
const type = (page: Page, typed: string) => page.keyboard.insertText(typed)

test('a person in Riyadh signs in with the number and the code as an Arabic keyboard types them', async ({
  open,
  stack,
  picture
}) => {
  const settings = (values: object) => service(stack).from('settings').update(values).eq('id', 1).throwOnError()
  await settings({ allow_country_selection: true })
  const own = `50${randomInt(1_000_000, 9_999_999)}`
  const page = await open('/login', { locale: 'ar' })
  await page.getByRole('combobox', { name: text('auth:country') }).selectOption('SA')
  const contact = page.getByRole('textbox', { name: text('auth:contact') })
  await contact.focus()
  await type(page, arabic(`0${own}`))
  await test.step('the number that gets the code is shown before it is sent, as people there write it', async () => {
    await expect(contact).toHaveValue(`0${own}`)
    const shown = `+966 ${own.slice(0, 2)} ${own.slice(2, 5)} ${own.slice(5)}`
    await expect(page.getByText(shown)).toBeVisible()
    await expectAccessible(page)
    await expectNoSidewaysScroll(page)
    await picture(page, 'login-arabic-number')
  })
  const since = Date.now()
  await page.getByRole('button', { name: text('auth:request') }).click()
  const field = page.getByRole('textbox', { name: text('auth:code') })
  await expect(field).toBeFocused()
  await picture(page, 'login-arabic-code')
  await type(page, arabic(await newestCode(stack, `966${own}@sms.hackney.test`, since)))
  await expect(page).not.toHaveURL(/login/)
  const stored = await service(stack).from('profiles').select('mobile, mobile_verified').like('mobile', `%${own}`)
  expect(unwrap(stored)).toEqual([{ mobile: `+966${own}`, mobile_verified: true }])
  await settings({ allow_country_selection: false })
})

test('a driver enters the start code, and a rider an amount, in Arabic digits', async ({ open, person, stack }) => {
  const [rider, driver] = [await person('rider32@hackney.test'), await person('driver@hackney.test')]
  await test.step('the trip starts with the code', async () => {
    const { id } = await bookAccepted(rider, driver)
    await reportPosition(driver, vaduz)
    unwrap(await driver.client.rpc('arrive_at_pickup', { booking_id: id }))
    const page = await open(`/bookings/${id}`, { as: driver, at: vaduz, locale: 'ar' })
    const field = page.getByRole('textbox', { name: text('ride:code.ask') })
    await field.focus()
    await type(page, arabic(unwrap(await rider.client.rpc('start_code', { booking_id: id }))))
    await slide(page, text('trips:action.start'))
    const status = async () =>
      unwrap(await service(stack).from('bookings').select('status').eq('id', id).single()).status
    await expect.poll(status).toBe('STARTED')
    unwrap(await driver.client.rpc('reach_drop', { booking_id: id }))
    unwrap(await driver.client.rpc('confirm_cash', { booking_id: id }))
    await driver.client.rpc('set_driver_active', { active: false })
  })

  await test.step('the wallet asks the provider for the amount', async () => {
    const page = await open(NOWHERE, { as: rider, locale: 'ar' })
    const limits = { min: 5, max: 80 }
    const provider = { name: 'Test card', mark: '', currencies: ['CHF'], limits, test: true, holds: false }
    await page.route(/payments\/providers/, (route) => route.fulfill({ json: { providers: [provider] } }))
    await page.route(/payments\/checkout/, (route) => route.fulfill({ json: { link: '/', fields: {} } }))
    await page.goto('/wallet')
    await page.getByRole('button', { name: text('pay:topup.open') }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('radio', { name: text('pay:topup.other') }).click()
    await dialog.getByLabel(text('pay:topup.own')).focus()
    await type(page, '٤٢٫٥٠')
    const asked = page.waitForRequest(/payments\/checkout/)
    await dialog.getByRole('button', { name: /42/ }).click()
    expect((await asked).postDataJSON()).toMatchObject({ purpose: 'topup', amount: 42.5 })
  })
})
