/** A whole ride by text messages alone: a caller without the app, whose browser knows only what the texts say. */
import { randomInt } from 'node:crypto'
import { service, textTo } from '../support/people.ts'
import { schaan, vaduz } from '../support/places.ts'
import { invoke, unwrap } from '../support/responses.ts'
import { accept, carTypeId, type Estimate, goOnline, offerOf } from '../support/ride.ts'
import { expect, expectAccessible, test } from './fixtures.ts'

test('a caller without the app follows the ride by text messages alone, and stops them', async ({
  open,
  person,
  stack,
  picture
}) => {
  const desk = await person('admin@hackney.test')
  const driver = await person('driver@hackney.test')
  const began = Date.now()
  await service(stack).from('settings').update({ text_receipt: 'without_app' }).eq('id', 1).throwOnError()
  const mobile = `+4237${randomInt(100_000, 999_999)}`
  const made = await service(stack).auth.admin.createUser({ phone: mobile, phone_confirm: true })
  const customer_id = made.data.user?.id ?? ''
  await service(stack)
    .from('profiles')
    .update({ first_name: 'Klara', last_name: 'Beck', mobile })
    .eq('id', customer_id)
    .throwOnError()
  await goOnline(driver)
  const book = async () => {
    const car_type_id = await carTypeId(desk.client)
    const order = { pickup: vaduz, drop: schaan, car_type_id, customer_id }
    const { body } = await invoke<Estimate>(desk.client, 'routes/estimate', order)
    return unwrap(await desk.client.rpc('create_booking', { quote_id: body.quote_id ?? '', payment_mode: 'cash' }))
  }
  /** The newest text, once it says this. */
  const says = async (words: RegExp): Promise<string> => {
    await expect.poll(() => textTo(stack, mobile, began), { timeout: 20_000 }).toMatch(words)
    return await textTo(stack, mobile, began)
  }
  const linkIn = (text: string, path: string): string =>
    new URL(new RegExp(`https?://\\S+/${path}/[0-9a-f]+`).exec(text)?.[0] ?? '').pathname

  const { id } = await book()
  const follow = linkIn(await says(/your ride is booked\. Follow it: \S+/), 't')
  const phone = await open(follow, { isNew: true })
  await expect(phone.getByText(/looking for a driver|finding/i).first()).toBeVisible()

  await offerOf(driver, id)
  await accept(driver, id)
  expect(linkIn(await says(/FL 28 114 comes in \d+ min\. Follow it: \S+/), 't')).toBe(follow)
  await expect(phone.getByText('FL 28 114').first()).toBeVisible()

  unwrap(await driver.client.rpc('arrive_at_pickup', { booking_id: id }))
  await says(/your car is outside: .*FL 28 114\./)
  await expectAccessible(phone)
  unwrap(await driver.client.rpc('start_trip', { booking_id: id }))
  unwrap(await driver.client.rpc('reach_drop', { booking_id: id }))
  unwrap(await driver.client.rpc('confirm_cash', { booking_id: id }))
  const receipt = await says(/paid for booking [A-Z]{6}\. Thank you!/)

  const choose = linkIn(receipt, 'm')
  for (const [locale, heading] of [
    ['en', 'Your text messages'],
    ['de', 'Ihre SMS'],
    ['ar', 'رسائلك النصية']
  ] as const) {
    const page = await open(choose, { locale })
    await expect(page.getByRole('heading', { name: heading })).toBeVisible()
    await expect(page.getByRole('switch').first()).toBeVisible()
    await expectAccessible(page)
    await picture(page, `text-choices-${locale}`)
  }
  const page = await open(choose, { isNew: true })
  await expect(page.locator('body')).not.toContainText(/Klara|Beck/)
  await page.getByRole('switch', { name: 'Car outside' }).click()
  await expect(page.getByText('Saved')).toBeVisible()
  await page.getByRole('switch', { name: 'No text messages' }).click()
  await expect(page.getByRole('switch')).toHaveCount(1)
  await page.reload()
  await expect(page.getByRole('switch', { name: 'No text messages' })).toBeChecked()

  const stopped = Date.now()
  const second = await book()
  unwrap(await desk.client.rpc('cancel_booking', { booking_id: second.id, reason: 'Road closed' }))
  const texts = unwrap(await desk.client.rpc('booking_texts', { booking_id: second.id }))
  expect(texts).toEqual([])
  await expect(textTo(stack, mobile, stopped)).rejects.toThrow('no text message')

  const panel = await open(`/bookings/${id}`, { as: desk })
  await expect(panel.getByText('Text messages and mails')).toBeVisible()
  await expect(panel.getByText('Car outside')).toBeVisible()
  await picture(panel, 'booking-texts')
  await service(stack).from('settings').update({ text_receipt: 'off' }).eq('id', 1).throwOnError()
  unwrap(await driver.client.rpc('set_driver_active', { active: false }))
})

test('a link to preferences that does not exist says what to do', async ({ open }) => {
  const page = await open('/m/0123456789abcdef01234567')
  await expect(page.getByRole('heading', { name: 'This link no longer works' })).toBeVisible()
})
