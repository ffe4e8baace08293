/** Push notifications on a phone whose page is closed: an offer rings, a press opens it, and it is removed once it is over. */
import { service } from '../support/people.ts'
import { vaduz } from '../support/places.ts'
import { openScreen, startPushService, withPushService } from '../support/push-service.ts'
import { unwrap } from '../support/responses.ts'
import { accept, book, goOnline, offerOf, reportPosition } from '../support/ride.ts'
import { expect, expectAccessible, expectNoSidewaysScroll, test } from './fixtures.ts'
import { expectEveryManner } from './manners.ts'

test('a driver with the page closed is notified of an offer, opens it by a press, and gets no more after signing out', async ({
  open,
  person,
  stack,
  picture
}) => {
  const rider = await person('rider16@hackney.test')
  const driver = await person('driver@hackney.test')
  const push = await startPushService()
  await driver.client.rpc('set_driver_active', { active: false })
  const page = await open('/about-us', { at: vaduz, as: driver, worker: true })
  await page.context().addInitScript(withPushService, push.subscription)
  const tokens = async () =>
    unwrap(await service(stack).from('push_tokens').select('token,platform').eq('user_id', driver.id))
  const card = page.getByRole('region', { name: 'Hear of trips with the screen off' })

  await test.step('loading a page asks for nothing; on duty a card says what notifications are for, and a press makes the browser ask', async () => {
    await page.goto('/drive')
    await expect(page.getByRole('heading', { level: 1, name: 'You are offline' })).toBeVisible()
    await expect(card).toHaveCount(0)
    await page.getByRole('button', { name: 'Go online' }).click()
    await expect(card).toContainText('this device rings for each trip')
    await expectNoSidewaysScroll(page)
    await expectAccessible(page)
    await expectEveryManner(page, 'push-ask', { keep: picture })
  })

  await test.step('after a refusal the card says how to undo it, and notices at once when that is done', async () => {
    await page.evaluate(() => localStorage.setItem('test.answer', 'denied'))
    await card.getByRole('button', { name: 'Turn on notifications' }).click()
    await expect(card).toContainText('Notifications are blocked in this browser')
    await expectAccessible(page)
    await picture(page, 'push-blocked')
    expect(await tokens()).toEqual([])
    await page.evaluate(() => localStorage.setItem('test.permission', 'granted'))
    await page.reload()
    await card.getByRole('button', { name: 'Turn on notifications' }).click()
    await expect(card).toHaveCount(0)
    await expect.poll(tokens).toEqual([{ token: JSON.stringify(push.subscription), platform: 'WEB' }])
  })

  const screen = await openScreen(page)
  await test.step('a visible page shows the offer itself, so no notification appears over it', async () => {
    const { id } = await book(rider)
    const offer = page.getByRole('region', { name: 'New trip' })
    await expect(offer).toBeVisible()
    await screen.deliver(await push.heard('trip_offered', id))
    await page.getByRole('button', { name: 'Decline' }).click()
    await expect(offer).toHaveCount(0)
    expect(await screen.shown()).toEqual([])
    unwrap(await rider.client.rpc('cancel_booking', { booking_id: id, reason: 'done' }))
  })

  await page.goto('about:blank')
  const arrive = async () => {
    await reportPosition(driver, vaduz)
    const { id } = await book(rider)
    const offer = await offerOf(driver, id)
    return { id, offer, message: await push.heard('trip_offered', id) }
  }

  await test.step('with the page closed the notification shows the minutes to the pickup, the town and the share, and no street', async () => {
    const { id, offer, message } = await arrive()
    expect([...push.signedWith]).toEqual([await vapidKey(stack.WEB_URL)])
    await screen.deliver(message)
    await expect.poll(screen.shown).toHaveLength(1)
    const [shown] = await screen.shown()
    expect(shown).toMatchObject({ tag: `offer-${id}`, isSilent: false, staysUntilPressed: true, buttons: ['Open'] })
    const unread = message.unread ?? 0
    await expect.poll(screen.badge, 'the waiting offer counts').toBe(unread + 1)
    expect(shown?.title).toMatch(new RegExp(`^New trip: CHF\\s${offer.driver_share.toFixed(2)}$`))
    expect(shown?.body).toBe(`${Math.ceil((offer.pickup_time ?? 0) / 60)} min to the pickup, drop-off in Schaan.`)

    // A withdrawn offer replaces its notification.
    unwrap(await rider.client.rpc('cancel_booking', { booking_id: id, reason: 'done' }))
    await screen.deliver(await push.heard('trip_offer_over', id))
    await expect.poll(async () => (await screen.shown()).map(({ title }) => title)).toEqual(['That trip is gone'])
    expect(await screen.shown()).toMatchObject([{ tag: `offer-${id}`, isSilent: true, staysUntilPressed: false }])
  })

  await test.step('the notification of an expired offer is closed by itself, without another push', async () => {
    const { id, message } = await arrive()
    const until = String(Date.now() + 2000)
    await screen.deliver({ ...message, data: { ...message.data, until } })
    const own = async () => (await screen.shown()).filter(({ tag }) => tag === `offer-${id}`)
    await expect.poll(own).toHaveLength(1)
    await expect.poll(own).toHaveLength(0)
    unwrap(await rider.client.rpc('cancel_booking', { booking_id: id, reason: 'done' }))
  })

  await test.step('a press opens the offer, in a new page or in one that is open', async () => {
    const { id, message } = await arrive()
    await screen.deliver(message)
    await expect.poll(screen.shown).toContainEqual(expect.objectContaining({ tag: `offer-${id}` }))
    await screen.press()
    await expect.poll(screen.opened).toEqual(['/drive'])
    // A notification of the trip arrives while the page is still closed.
    await screen.deliver({ ...message, data: { screen: 'BookedCab', bookingId: id } })
    await expect.poll(screen.shown).toContainEqual(expect.objectContaining({ tag: `BookedCab-${id}` }))
    await page.goto('/drive')
    await expect(page.getByRole('region', { name: 'New trip' })).toBeVisible()
    await accept(driver, id)
    await page.goto('/drive/trips')
    await expect(page.getByRole('heading', { level: 1, name: 'Your trips' })).toBeVisible()
    await page.evaluate(() => Object.assign(window, { isSamePage: true }))
    await screen.press()
    await expect(page).toHaveURL(`/bookings/${id}`)
    expect(await page.evaluate(() => 'isSamePage' in window), 'nothing was loaded again').toBe(true)
    unwrap(await driver.client.rpc('cancel_booking', { booking_id: id, reason: 'done' }))
    await rider.client.rpc('cancel_booking', { booking_id: id, reason: 'done' })
  })

  await test.step('the profile lists the devices, which have names and kinds of messages', async () => {
    await page.goto('/profile')
    const devices = page.getByRole('list', { name: 'Devices that notify you' })
    await expect(devices.getByRole('listitem')).toHaveText([
      /^Chrome, .*This device.*Trips, Messages, Wallet, News and offers/
    ])
    await devices.getByRole('button', { name: /^Change Chrome/ }).click()
    const dialog = page.getByRole('dialog', { name: 'This device notifies you of' })
    await expectAccessible(page)
    await picture(page, 'push-device')
    await dialog.getByRole('textbox', { name: 'Name of the device' }).fill('Phone in the car')
    await dialog.getByRole('switch', { name: 'News and offers' }).click()
    await dialog.getByRole('button', { name: 'Save' }).click()
    await expect(devices.getByRole('listitem')).toHaveText([/^Phone in the car.*Trips, Messages, Wallet(?!, News)/])
    await expectNoSidewaysScroll(page)
    await devices.scrollIntoViewIfNeeded()
    await picture(page, 'push-devices')
  })

  await test.step('the profile has a switch for this device', async () => {
    const own = page.getByRole('switch', { name: 'Notify me on this device' })
    await expect(own).toBeChecked()
    await picture(page, 'push-switch')
    await own.click()
    await expect(own).not.toBeChecked()
    await expect.poll(tokens).toEqual([])
    await own.click()
    await expect.poll(async () => (await tokens()).length).toBe(1)
  })

  await test.step('signing out ends the subscription, on this device and on the server', async () => {
    await page.getByRole('button', { name: /^Account/ }).click()
    await page.getByRole('menuitem', { name: 'Sign out' }).click()
    await expect(page.getByRole('link', { name: 'Sign in' })).toBeVisible()
    await expect.poll(tokens).toEqual([])
    expect(await page.evaluate(() => localStorage.getItem('test.subscription'))).toBeNull()
  })
  await push.stop()
})

test('a rider allows notifications during a search, is notified of the car, and loses the subscription once the browser’s address is gone', async ({
  open,
  person,
  stack,
  picture
}) => {
  const rider = await person('rider17@hackney.test')
  const driver = await person('driver@hackney.test')
  const push = await startPushService()
  await goOnline(driver)
  const { id } = await book(rider)
  const page = await open('/about-us', { as: rider, worker: true, locale: 'de' })
  await page.context().addInitScript(withPushService, push.subscription)
  await page.goto(`/bookings/${id}`)
  const card = page.getByRole('region', { name: 'Sagen Sie mir, wenn der Wagen kommt' })
  await expect(card).toContainText('Dieses Gerät meldet')
  await expectAccessible(page)
  await picture(page, 'push-ask-rider')
  await card.getByRole('button', { name: 'Mitteilungen einschalten' }).click()
  await expect(card).toHaveCount(0)
  const tokens = async () => unwrap(await service(stack).from('push_tokens').select('token').eq('user_id', rider.id))
  await expect.poll(async () => (await tokens()).length).toBe(1)

  const screen = await openScreen(page)
  await page.goto('about:blank')
  await offerOf(driver, id)
  await accept(driver, id)
  await screen.deliver(await push.heard('driver_accepted', id))
  // The notification is in the language of the account, the page in that of the browser.
  const buttons = ['Show on map', 'Call driver']
  await expect.poll(screen.shown).toMatchObject([{ tag: `BookedCab-${id}`, staysUntilPressed: false, buttons }])
  await expect.poll(screen.badge).toBeGreaterThan(0)
  unwrap(await driver.client.rpc('arrive_at_pickup', { booking_id: id }))
  await screen.deliver(await push.heard('driver_arrived', id))
  await expect.poll(async () => (await screen.shown()).length, 'it takes the place of the word before').toBe(1)
  await screen.press('call')
  await expect.poll(screen.opened, 'a button opens a page, and does nothing else').toEqual([`/bookings/${id}#call`])
  await page.goto(`/bookings/${id}#call`)
  await expect(page.getByRole('link', { name: 'Anrufen' })).toBeFocused()

  push.forget()
  await rider.client.rpc('cancel_booking', { booking_id: id, reason: 'done' })
  await driver.client.rpc('set_driver_active', { active: false })
  await expect.poll(tokens, 'an address that answers "gone" is dropped').toEqual([])
  await push.stop()
})

/** The key with which pages subscribe. */
async function vapidKey(web = ''): Promise<string> {
  const script = await (await fetch(`${web}/env.js`)).text()
  return /"vapidKey":"([\w-]+)"/.exec(script)?.[1] ?? ''
}
