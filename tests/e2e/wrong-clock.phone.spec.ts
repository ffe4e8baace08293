/** Phones whose clocks are wrong by an hour: their counters and predictions follow the server's clock. */
import type { Locator, Page } from '@playwright/test'
import { schaan, vaduz } from '../support/places.ts'
import { unwrap } from '../support/responses.ts'
import { offerOf, reportPosition } from '../support/ride.ts'
import { choosePlace, expect, goOnline, signIn, test } from './fixtures.ts'

const HOUR = 3600
const DAY_MIN = 24 * 60

const heading = (page: Page, name: string | RegExp): Locator => page.getByRole('heading', { level: 1, name })
const button = (page: Page, name: string | RegExp): Locator => page.getByRole('button', { name })

/** Minutes from now until the time of day in a text, in Vaduz; negative for a past time. */
function minutesUntil(text: string): number {
  const [, hours = Number.NaN, minutes = Number.NaN] = (/(\d\d):(\d\d)(?!.*\d\d:\d\d)/.exec(text) ?? []).map(Number)
  const clock = new Intl.DateTimeFormat('en-GB', { timeZone: 'Europe/Vaduz', hour: '2-digit', minute: '2-digit' })
  const [nowHours = 0, nowMinutes = 0] = clock.format(new Date()).split(':').map(Number)
  const ahead = hours * 60 + minutes - nowHours * 60 - nowMinutes
  return ((ahead + 1.5 * DAY_MIN) % DAY_MIN) - DAY_MIN / 2
}

/** Expects a shown time this many minutes from now. */
async function expectWithin(shown: Locator, from: number, to: number): Promise<void> {
  const minutes = minutesUntil(await shown.innerText())
  expect(minutes, await shown.innerText()).toBeGreaterThanOrEqual(from)
  expect(minutes).toBeLessThanOrEqual(to)
}

const seconds = (text: string) => {
  const [, minutes = 0, rest = 0] = (/(\d+):(\d\d)/.exec(text) ?? []).map(Number)
  return minutes * 60 + rest
}

for (const [name, ahead] of [
  ['fast', HOUR],
  ['slow', -HOUR]
] as const) {
  test(`clocks an hour ${name}: waits, offers and arrival times of rider and driver follow the server's clock, and both stay signed in`, async ({
    open,
    person,
    stack
  }) => {
    const driverPerson = await person('driver@hackney.test')
    await driverPerson.client.rpc('set_driver_active', { active: false })
    const driver = await open('/drive', { at: vaduz, as: driverPerson, ahead })
    await goOnline(driver)
    await expect(heading(driver, 'Waiting for trips')).toBeVisible()

    const rider = await open('/login', { at: vaduz, ahead })
    let renewals = 0
    rider.on('request', (request) => {
      if (/\/auth\/v1\/token/.test(request.url())) renewals += 1
    })

    await test.step('another code can be requested half a minute after the first', async () => {
      await rider.getByRole('textbox', { name: 'E-mail' }).fill('rider28@hackney.test')
      await expect(async () => {
        await button(rider, 'Send me a code').click({ timeout: 5000 })
        await expect(button(rider, /^Send a new one in \d+ s$/)).toBeVisible({ timeout: 1500 })
      }).toPass({ intervals: [1100] })
      const left = Number(/\d+/.exec(await button(rider, /^Send a new one in/).innerText())?.[0])
      expect(left).toBeLessThanOrEqual(30)
      expect(left).toBeGreaterThan(15)
      await button(rider, 'Cancel').click()
      await rider.waitForTimeout(1000)
      await signIn(rider, stack, 'rider28@hackney.test')
    })

    await test.step('the predicted arrival is minutes away', async () => {
      await choosePlace(rider, 'Pickup', 'Städtle', /Städtle/)
      await choosePlace(rider, 'Drop', 'Schaan', /Schaan/)
      const cab = rider.getByRole('radio', { name: /^Cab.*there at \d\d:\d\d/ })
      await expect(cab).toBeVisible()
      await expectWithin(cab, 1, 40)
      await button(rider, /^Book Cab · CHF/).click()
      await expect(heading(rider, 'Looking for a driver')).toBeVisible()
    })
    const id = rider.url().split('/').at(-1) ?? ''

    await test.step('the wait counts from zero, and the offer from its full time', async () => {
      const waited = seconds(await rider.getByRole('timer', { name: 'Time waited' }).innerText())
      expect(waited).toBeLessThan(60)
      await offerOf(driverPerson, id)
      const timer = driver.getByRole('timer', { name: /seconds left$/ })
      await expect(timer).toBeVisible()
      const left = Number(/\d+/.exec((await timer.getAttribute('aria-label')) ?? '')?.[0])
      // The offers of these stories last 180 s.
      expect(left).toBeLessThanOrEqual(180)
      expect(left).toBeGreaterThan(90)
      await button(driver, 'Accept').click()
      await expect(heading(driver, /^Pick up/)).toBeVisible()
    })

    await test.step('the driver’s position is fresh, and cancelling is free until a future time', async () => {
      await expect(heading(rider, /^Arriving in|is on the way$/)).toBeVisible()
      const free = button(rider, /^Cancel \(free until \d\d:\d\d\)$/)
      await expect(free).toBeVisible()
      await expectWithin(free, 0, 30)
      // A position is stale after 15 s, and a phone sends one every 10 s.
      await rider.waitForTimeout(3000)
      await expect(rider.getByText(/^Last seen/)).toHaveCount(0)
    })

    await test.step('a message shows the time at which it was written', async () => {
      await button(rider, /^Message/).click()
      await rider.getByRole('textbox', { name: 'Message' }).fill('By the fountain')
      await button(rider, 'Send').click()
      const said = rider.getByRole('log').getByRole('listitem').filter({ hasText: 'By the fountain' })
      await expect(said).toContainText(/\d\d:\d\d/)
      await expectWithin(said, -3, 1)
      await rider.keyboard.press('Escape')
    })

    await test.step('at the pickup the wait counts up and the remaining free time down', async () => {
      unwrap(await driverPerson.client.rpc('arrive_at_pickup', { booking_id: id }))
      const wait = driver.getByText(/^You may leave in \d+:\d\d$/)
      await expect(wait).toBeVisible()
      expect(seconds(await driver.getByRole('timer', { name: 'Waiting time' }).innerText())).toBeLessThan(60)
      const left = seconds(await wait.innerText())
      expect(left).toBeGreaterThan(30)
      expect(left).toBeLessThan(20 * 60)
    })

    await test.step('on the way the arrival is minutes away', async () => {
      const otp = unwrap(await driverPerson.client.rpc('start_trip', { booking_id: id, otp: await codeOn(rider) }))
      expect(otp.status).toBe('STARTED')
      const arrival = rider.getByText(/arrival about \d\d:\d\d/).first()
      await expect(arrival).toBeVisible()
      await expectWithin(arrival, 1, 40)
    })

    await test.step('a reopened page continues, and no session was renewed early', async () => {
      await rider.reload()
      await expect(heading(rider, /to go$|^On the way$/)).toBeVisible()
      expect(renewals).toBe(0)
    })
    await reportPosition(driverPerson, schaan)
    unwrap(await driverPerson.client.rpc('reach_drop', { booking_id: id }))
    unwrap(await driverPerson.client.rpc('confirm_cash', { booking_id: id }))
    await driverPerson.client.rpc('set_driver_active', { active: false })
  })
}

/** The start code on the rider's page. */
async function codeOn(rider: Page): Promise<string> {
  const shown = rider.getByRole('region', { name: 'Start code' })
  await expect(shown).toContainText(/\d \d \d \d \d/)
  return /(\d \d \d \d \d)/.exec(await shown.innerText())?.[1]?.replaceAll(' ', '') ?? ''
}
