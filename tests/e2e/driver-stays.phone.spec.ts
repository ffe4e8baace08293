/** What keeps a driver and a rider on their trip: a session that ends elsewhere, a suspension, the next job, and lost messages. */
import type { Page } from '@playwright/test'
import { newestCode, service, signIn } from '../support/people.ts'
import { vaduz } from '../support/places.ts'
import { unwrap } from '../support/responses.ts'
import { accept, book, bookAccepted, goOnline, offerOf, reportPosition, start } from '../support/ride.ts'
import { expect, expectAccessible, test } from './fixtures.ts'
import { networkOf } from './network.ts'

const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { level: 1, name })
const ended = (page: Page) => page.getByRole('alert').filter({ hasText: 'You were signed out' })

/** Ends every other session of a person, as on another device. */
async function endElsewhere(stack: Parameters<typeof signIn>[0], email: string): Promise<void> {
  const other = await signIn(stack, email)
  unwrap(await other.client.rpc('end_own_sessions'))
}

test('a driver who is signed out elsewhere keeps the trip on the screen, signs in there and goes on', async ({
  open,
  person,
  stack,
  picture
}) => {
  test.setTimeout(180_000)
  const rider = await person('rider16@hackney.test')
  const driver = await signIn(stack, 'driver@hackney.test')
  const { id } = await bookAccepted(rider, driver)
  await start(rider, driver, id)
  const page = await open(`/bookings/${id}`, { at: vaduz, as: driver, isNew: true })
  await expect(heading(page, 'Drive to the drop-off')).toBeVisible()
  await expect.poll(() => page.evaluate(() => localStorage.getItem('hackney.own.drive-trips'))).toContain(id)
  await endElsewhere(stack, 'driver@hackney.test')
  await expect(ended(page)).toBeVisible()
  await expect(heading(page, 'Drive to the drop-off')).toBeVisible()
  await expect(page).toHaveURL(`/bookings/${id}`)
  await expectAccessible(page)
  await picture(page, 'driver-ended-session')

  await test.step('it stays after a reload, and from every page', async () => {
    for (const path of ['/drive', '/drive/money', `/bookings/${id}`]) {
      await page.goto(path)
      await expect(ended(page), path).toBeVisible()
      await expect(heading(page, 'Drive to the drop-off')).toBeVisible()
    }
  })

  await test.step('what the driver does meanwhile waits, and leaves with the code', async () => {
    await page.getByRole('button', { name: 'Drop-off reached' }).press('Enter')
    await page.getByRole('dialog').getByRole('button', { name: 'End the trip' }).click()
    const since = Date.now()
    await page.getByRole('button', { name: 'Send me a code' }).click()
    const field = page.getByRole('textbox', { name: 'One-time code' })
    await expect(field).toBeVisible()
    await field.fill(await newestCode(stack, 'driver@hackney.test', since))
    await expect(ended(page)).toHaveCount(0)
    await expect(heading(page, /^Collect CHF/)).toBeVisible({ timeout: 30_000 })
  })
  const again = await signIn(stack, 'driver@hackney.test')
  unwrap(await again.client.rpc('confirm_cash', { booking_id: id }))
  await again.client.rpc('set_driver_active', { active: false })
})

test('a rider who is signed out elsewhere during the ride is asked for a code on its page, also after a reload', async ({
  open,
  person,
  stack
}) => {
  const rider = await signIn(stack, 'rider17@hackney.test')
  const driver = await person('driver@hackney.test')
  const { id } = await bookAccepted(rider, driver)
  const page = await open(`/bookings/${id}`, { as: rider, isNew: true })
  await expect(heading(page, /is on the way$/)).toBeVisible()
  await expect.poll(() => page.evaluate(() => localStorage.getItem('hackney.own.trip'))).toContain(id)
  await endElsewhere(stack, 'rider17@hackney.test')
  await expect(ended(page)).toBeVisible()
  await page.reload()
  await expect(ended(page)).toBeVisible()
  await expect(heading(page, /is on the way$/)).toBeVisible()

  await page.getByRole('button', { name: 'Sign out of this device' }).click()
  await expect(page).toHaveURL('/login')
  expect(await page.evaluate(() => localStorage.getItem('hackney.own.trip'))).toBeNull()
  const again = await signIn(stack, 'rider17@hackney.test')
  unwrap(await again.client.rpc('cancel_booking', { booking_id: id, reason: 'done' }))
  await driver.client.rpc('set_driver_active', { active: false })
})

test('a driver who is suspended with a passenger aboard finishes the ride, is signed out then, and has one note of it later', async ({
  open,
  person,
  stack,
  picture
}) => {
  test.setTimeout(180_000)
  const admin = await person('admin@hackney.test')
  const rider = await person('rider18@hackney.test')
  const driver = await signIn(stack, 'driver@hackney.test')
  const { id } = await bookAccepted(rider, driver)
  await start(rider, driver, id)
  const page = await open(`/bookings/${id}`, { at: vaduz, as: driver, isNew: true })
  await expect(heading(page, 'Drive to the drop-off')).toBeVisible()
  const approve = async (approved: boolean, reason?: string) =>
    unwrap(await admin.client.rpc('set_approved', { user_id: driver.id, approved, ...(reason && { reason }) }))
  await approve(false, 'A complaint')
  await expect(page.getByText('You can finish this ride')).toBeVisible()
  await expect(page.getByText('A complaint')).toBeVisible()
  await expect(page).toHaveURL(`/bookings/${id}`)
  await expectAccessible(page)
  await picture(page, 'driver-suspended-aboard')
  await page.reload()
  await expect(page.getByText('You can finish this ride')).toBeVisible()
  await page.getByRole('button', { name: 'Drop-off reached' }).press('Enter')
  await page.getByRole('dialog').getByRole('button', { name: 'End the trip' }).click()
  await expect(heading(page, /^Collect CHF/)).toBeVisible({ timeout: 30_000 })
  await page.getByRole('button', { name: /^Confirm cash/ }).press('Enter')
  await page.getByRole('dialog').getByRole('button', { name: 'I have it' }).click()
  await expect(page).toHaveURL(/\/login/)
  await expect(page.getByRole('main').getByText(/suspended/i)).toBeVisible()
  const row = await service(stack).from('bookings').select('status').eq('id', id).single()
  expect(unwrap(row).status).toBe('PAID')

  await test.step('after the approval the note is gone', async () => {
    await approve(true)
    await approve(false, 'Again')
    await approve(true)
    const back = await signIn(stack, 'driver@hackney.test')
    const work = await open('/drive', { at: vaduz, as: back, isNew: true })
    await expect(work.getByRole('button', { name: 'Go online' })).toBeVisible()
    await expect(work.getByText(/suspended/i)).toHaveCount(0)
  })
})

test('the next job does not take the driver away from the passenger aboard, and opens when this ride is paid', async ({
  open,
  person,
  stack,
  picture
}) => {
  test.setTimeout(180_000)
  const near = { ...vaduz, lat: vaduz.lat + 0.003 }
  const [first, second] = [await person('rider19@hackney.test'), await person('rider20@hackney.test')]
  const driver = await signIn(stack, 'driver@hackney.test')
  await goOnline(driver)
  const { id } = await book(first, vaduz, near)
  await offerOf(driver, id)
  await accept(driver, id)
  await start(first, driver, id)
  const page = await open(`/bookings/${id}`, { at: vaduz, as: driver, isNew: true })
  await expect(heading(page, 'Drive to the drop-off')).toBeVisible()
  await expect.poll(async () => reportPosition(driver, vaduz), { timeout: 30_000 }).toBeDefined()
  const next = await book(second, near)
  const offer = page.getByRole('dialog').filter({ hasText: 'New trip' })
  await expect(offer).toBeVisible({ timeout: 30_000 })
  // The buttons of an offer take presses only after a moment.
  await page.waitForTimeout(800)
  await offer.getByRole('button', { name: 'Accept' }).click()
  await expect(offer).toBeHidden()
  await expect(page).toHaveURL(`/bookings/${id}`)
  await expect(heading(page, 'Drive to the drop-off')).toBeVisible()
  await expect(page.getByRole('link', { name: /^Next: \S+, \d+ m from the drop-off/ })).toBeVisible()
  await expectAccessible(page)
  await picture(page, 'driver-next-job')

  await page.getByRole('button', { name: 'Drop-off reached' }).press('Enter')
  await page.getByRole('dialog').getByRole('button', { name: 'End the trip' }).click()
  await expect(heading(page, /^Collect CHF/)).toBeVisible({ timeout: 30_000 })
  await expect(page).toHaveURL(`/bookings/${id}`)
  await page.getByRole('button', { name: /^Confirm cash/ }).press('Enter')
  await page.getByRole('dialog').getByRole('button', { name: 'I have it' }).click()
  await expect(page).toHaveURL(`/bookings/${next.id}`)
  await expect(heading(page, /^Pick up/)).toBeVisible()

  await test.step('on the last ride no further offer comes', async () => {
    const last = page.getByRole('switch', { name: 'Last ride' })
    await last.check()
    const row = async () =>
      unwrap(await service(stack).from('drivers').select('last_ride').eq('id', driver.id).single())
    await expect.poll(async () => (await row()).last_ride).toBe(true)
    await picture(page, 'driver-last-ride')
    unwrap(await second.client.rpc('cancel_booking', { booking_id: next.id, reason: 'done' }))
    const third = await book(await person('rider12@hackney.test'))
    await expect
      .poll(async () => {
        const log = unwrap(
          await service(stack).from('dispatch_waves').select('reasons').eq('booking_id', third.id).limit(1)
        )
        return JSON.stringify(log[0]?.reasons ?? {})
      })
      .toContain('last_ride')
    unwrap(
      await (await person('rider12@hackney.test')).client.rpc('cancel_booking', {
        booking_id: third.id,
        reason: 'done'
      })
    )
  })
  await driver.client.rpc('set_driver_active', { active: false })
})

test('messages written without a network leave by themselves, once and in order, also after a reload', async ({
  open,
  person,
  stack,
  picture
}) => {
  test.setTimeout(180_000)
  const rider = await person('rider14@hackney.test')
  const driver = await person('driver@hackney.test')
  const { id } = await bookAccepted(rider, driver)
  const page = await open('about:blank', { as: rider })
  const network = await networkOf(page)
  await page.goto(`/bookings/${id}`)
  const write = page.getByRole('region', { name: 'Your driver' }).getByRole('button', { name: 'Message' })
  await write.click()
  const conversation = page.getByRole('dialog')
  await network.lose()
  for (const text of ['I wait at the fountain', 'In a red coat']) {
    await conversation.getByRole('textbox', { name: 'Message' }).fill(text)
    await conversation.getByRole('button', { name: 'Send', exact: true }).click()
  }
  await expect(conversation.getByText('Waits for a connection')).toHaveCount(2, { timeout: 30_000 })
  await expectAccessible(page, '[role=dialog]')
  await picture(page, 'messages-wait')
  const stored = async () =>
    unwrap(await service(stack).from('chat_messages').select('message').eq('booking_id', id).order('created_at')).map(
      ({ message }) => message
    )
  expect(await stored()).toEqual([])
  await network.find()
  await page.reload()
  await expect.poll(stored, { timeout: 30_000 }).toEqual(['I wait at the fountain', 'In a red coat'])

  await test.step('the driver’s answer is told on every page of the rider', async () => {
    unwrap(await driver.client.rpc('send_chat_message', { booking_id: id, message: 'I see you' }))
    await expect(page.getByText('Lukas: I see you')).toBeVisible()
    await expect(page.getByRole('region', { name: 'Your driver' }).getByText(/^1/).first()).toBeVisible()
    await picture(page, 'message-told')
    await page.goto('/')
    const pill = page.getByRole('navigation', { name: 'Your ride' })
    await expect(pill).toContainText('1')
    unwrap(await driver.client.rpc('send_chat_message', { booking_id: id, message: 'By the door' }))
    await expect(pill).toContainText('2')
    await page.getByRole('button', { name: 'Read' }).click()
    await expect(page.getByRole('dialog').getByText('By the door')).toBeVisible()
    await expect(page).toHaveURL(new RegExp(`/bookings/${id}`))
  })
  unwrap(await rider.client.rpc('cancel_booking', { booking_id: id, reason: 'done' }))
  await driver.client.rpc('set_driver_active', { active: false })
})
