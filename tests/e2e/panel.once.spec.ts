import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { type Person, service } from '../support/people.ts'
import { schaan, vaduz } from '../support/places.ts'
import { invoke, unwrap } from '../support/responses.ts'
import { accept, book, carTypeId, goOnline, offerOf, playRide, reportPosition, start } from '../support/ride.ts'
import { change } from '../support/staff.ts'
import { panelOf, pressFor, setDemo, status, toast } from './dispatcher.ts'
import { expect, expectAccessible, test } from './fixtures.ts'

/** Time limit for a change that arrives by broadcast (ms). It is shorter than the page's polling interval of 15 s. */
const TOLD = 12_000

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name })
const tab = (page: Page, name: string) => page.getByRole('tab', { name, exact: true })

test.describe('the panel of a booking', () => {
  let rider: Person
  let driver: Person
  let admin: Person
  test.beforeEach(async ({ person, stack }) => {
    rider = await person('rider6@hackney.test')
    driver = await person('driver@hackney.test')
    admin = await person('admin@hackney.test')
    await service(stack).from('settings').update({ auto_dispatch: false }).eq('id', 1).throwOnError()
    await goOnline(driver)
  })
  test.afterEach(async ({ stack }) => {
    await service(stack).from('settings').update({ auto_dispatch: true }).eq('id', 1).throwOnError()
    await driver.client.rpc('set_driver_active', { active: false })
  })

  /** A parcel of the rider's, which the rider or the office books. */
  async function bookParcel({ client, id }: Person) {
    const { body } = await invoke<{ quote_id: string }>(client, 'routes/estimate', {
      pickup: vaduz,
      drop: schaan,
      car_type_id: await carTypeId(rider.client, 'Courier'),
      ...(id === rider.id ? {} : { customer_id: rider.id })
    })
    return unwrap(
      await client.rpc('create_booking', {
        quote_id: body.quote_id,
        payment_mode: 'wallet',
        details: { delivery_person: 'Ida Frick', delivery_person_phone: '+4235551212' },
        client_key: randomUUID()
      })
    )
  }

  test('lets the office correct a fare by keyboard: returned when it was too high, asked for when too low', async ({
    open
  }) => {
    const id = await playRide(admin, rider, driver)
    const { reference, trip_cost } = unwrap(
      await admin.client.from('bookings').select('reference,trip_cost').eq('id', id).single()
    )
    unwrap(await admin.client.rpc('add_to_wallet', { user_id: rider.id, amount: 50, reason: 'For this story' }))
    const page = await open(`/bookings/${id}`, { as: admin })
    await expect(page.getByRole('heading', { level: 1, name: reference })).toBeVisible()
    const balance = async () =>
      unwrap(await admin.client.rpc('list_people', { person_id: rider.id })).rows[0]?.wallet_balance ?? Number.NaN
    const before = await balance()

    await test.step('a lower fare goes back to the wallet', async () => {
      const dialog = await pressFor(page, 'v', 'Correct the fare?')
      await dialog.getByRole('textbox', { name: 'Right price' }).fill((trip_cost - 1).toFixed(2))
      await expect(dialog.getByText(/gets the difference back, with a credit note/)).toBeVisible()
      await dialog.getByRole('textbox', { name: /^Why is it wrong/ }).fill('The meter ran on')
      await expectAccessible(page, '[role=dialog]')
      await dialog.getByRole('button', { name: /^Correct it to CHF/ }).click()
      await toast(page, 'Saved. Rider and driver are told.')
      expect(await balance()).toBeCloseTo(before + 1, 2)
    })

    await test.step('a higher one waits for the rider, who pays it', async () => {
      const dialog = await pressFor(page, 'v', 'Correct the fare?')
      await dialog.getByRole('textbox', { name: 'Right price' }).fill((trip_cost + 2).toFixed(2))
      await expect(dialog.getByText(/is asked for the difference/)).toBeVisible()
      await dialog.getByRole('textbox', { name: /^Why is it wrong/ }).fill('The trail was lost')
      await dialog.getByRole('button', { name: /^Correct it to CHF/ }).click()
      await toast(page, 'Asked. The rider answers.')
      expect(await balance()).toBeCloseTo(before + 1, 2)
      const own = await open(`/bookings/${id}`, { at: vaduz, as: rider })
      const request = own.getByRole('region', { name: /^We ask you for CHF/ })
      await expect(request.getByText('The trail was lost')).toBeVisible()
      await expectAccessible(own)
      await request.getByRole('button', { name: /^Pay CHF/ }).click()
      await own
        .getByRole('dialog')
        .getByRole('button', { name: /^Pay CHF/ })
        .click()
      await toast(own, 'Paid. Thank you!')
      await expect(request).toHaveCount(0)
      expect(await balance()).toBeCloseTo(before - 2, 2)
      await page.keyboard.press('3')
      const corrections = page.getByRole('region', { name: 'Corrections' })
      await expect(corrections.getByText(/returned$/)).toBeVisible()
      await expect(corrections.getByText(/paid$/)).toBeVisible({ timeout: TOLD })
      await expectAccessible(page)
    })

    await test.step('a toll is asked for, and the rider declines', async () => {
      const dialog = await pressFor(page, 'b', /^Ask .+ for a payment/)
      await dialog.getByRole('textbox', { name: 'Amount' }).fill('3')
      await dialog.getByRole('textbox', { name: /^Reason/ }).fill('Tunnel')
      await dialog.getByRole('button', { name: /^Ask for CHF/ }).click()
      await toast(page, 'Asked. The rider answers.')
      const own = await open(`/bookings/${id}`, { at: vaduz, as: rider })
      await own
        .getByRole('region', { name: /^We ask you for CHF/ })
        .getByRole('button', { name: 'Decline' })
        .click()
      await own.getByRole('dialog').getByRole('button', { name: 'Decline' }).click()
      await toast(own, 'Declined.')
      await page.keyboard.press('7')
      await expect(page.getByRole('region', { name: 'Asked for after the ride' }).getByText('Declined')).toBeVisible({
        timeout: TOLD
      })
    })
  })

  // Spec 3.30, 4.41, 7.53
  test('lets the office ask a driver, withdraw the offer and ask again by keyboard', async ({ open }) => {
    const { id, reference } = await book(rider)
    const page = await open(`/bookings/${id}`, { as: admin })
    await expect(page.getByRole('heading', { level: 1, name: reference })).toBeVisible()
    await pressFor(page, 'a', `Assign a driver to ${reference}`)
    const first = page.getByRole('option', { selected: true })
    await expect(first).toContainText('Lukas Marxer')
    await expectAccessible(page)
    await page.keyboard.press('Enter')
    await toast(page, 'Driver assigned successfully and notified.')
    await expect(page.getByText(/^Asked Lukas Marxer, \d+ s left$/)).toBeVisible()
    await offerOf(driver, id)
    await page.keyboard.press('w')
    await toast(page, 'The offer was withdrawn.')
    await expect(page.getByText(/^Asked Lukas Marxer/)).toHaveCount(0)

    await pressFor(page, 'a', `Assign a driver to ${reference}`)
    await page.keyboard.type('marx')
    await expect(page.getByRole('option', { selected: true })).toContainText('Lukas Marxer')
    await page.keyboard.press('Enter')
    await offerOf(driver, id)
    await accept(driver, id)
    await expect(status(page, reference, 'Accepted')).toBeVisible()
    await page.keyboard.press('4')
    await expect(page).toHaveURL(/section=dispatch/)
    const log = page.getByRole('tabpanel', { name: 'Asked' })
    await expect(log.getByRole('heading', { name: 'Asked by the desk' })).toHaveCount(2)
    await expect(log.getByText('withdrawn')).toBeVisible()
    await expect(log.getByText('accepted')).toBeVisible()
    await expectAccessible(page)
    const dialog = await pressFor(page, 'c', 'Cancel this trip?')
    await dialog.getByRole('radio', { name: 'Something else' }).click()
    await button(page, 'Cancel trip').click()
    await expect(status(page, reference, 'Cancelled')).toBeVisible()
    await page.reload()
    await expect(tab(page, 'Asked')).toHaveAttribute('aria-selected', 'true')
  })

  // Spec 4.16, 4.18
  test('lets the office manage a whole ride, from a message to the refund', async ({ open }) => {
    test.slow()
    const { id, reference } = await book(rider)
    unwrap(await admin.client.rpc('assign_driver', { booking_id: id, driver_id: driver.id }))
    await accept(driver, id)
    const page = await open(`/bookings/${id}`, { as: admin })
    const cab = await open('/drive', { as: driver, at: vaduz })
    const panel = panelOf(page, reference)

    await test.step('a message stays on the driver’s screen until it is confirmed', async () => {
      const dialog = await pressFor(page, 'w', 'Message to Lukas Marxer')
      await dialog.getByRole('button', { name: 'The rider waits at the main entrance.' }).click()
      await expectAccessible(page)
      await dialog.getByRole('button', { name: 'Send' }).click()
      await toast(page, 'Sent to Lukas Marxer.')
      const message = cab.getByRole('dialog', { name: 'Message from the office' })
      await expect(message).toContainText('The rider waits at the main entrance.')
      await expectAccessible(cab)
      await message.getByRole('button', { name: 'Understood' }).click()
      await expect(message).toHaveCount(0)
    })
    await test.step('a change of the drop-off shows both prices first', async () => {
      const dialog = await pressFor(page, 'r', 'Change the route')
      await dialog.getByRole('button', { name: 'Change: Drop-off' }).click()
      // The dialog does not offer the device's position: the office is not where the rider is.
      await expect(dialog.getByText('Use my location')).toHaveCount(0)
      await dialog.getByRole('combobox', { name: 'Drop-off' }).fill('Triesen')
      await dialog
        .getByRole('option', { name: /Triesen/ })
        .first()
        .click()
      await expect(dialog.getByText('New price', { exact: false }).last()).toBeVisible()
      await expect(dialog.getByText('Price now')).toBeVisible()
      await expectAccessible(page)
      await dialog.getByRole('button', { name: 'Change the route' }).click()
      await toast(page, 'The route was changed.')
    })
    await test.step('an extra is added and removed', async () => {
      unwrap(await driver.client.rpc('arrive_at_pickup', { booking_id: id }))
      const add = await pressFor(page, 'e', 'Add an extra')
      await add.getByRole('textbox', { name: 'Amount' }).fill('3')
      await add.getByRole('button', { name: 'Add it' }).click()
      await toast(page, 'Added.')
      const remove = await pressFor(page, 't', 'Remove an extra')
      await remove.getByRole('textbox', { name: 'Reason' }).fill('Counted twice')
      await expectAccessible(page)
      await remove.getByRole('button', { name: 'Remove it' }).click()
      await toast(page, 'Removed.')
    })
    await test.step('a locked code is overridden', async () => {
      for (let attempt = 0; attempt < 5; attempt++) {
        await driver.client.rpc('start_trip', { booking_id: id, otp: '00000' })
      }
      const dialog = await pressFor(page, 'o', 'Go on without the code?')
      await dialog.getByRole('textbox').fill('Both confirmed by telephone')
      await dialog.getByRole('button', { name: 'Allow it' }).click()
      await toast(page, 'The driver can go on without the code.')
      unwrap(await driver.client.rpc('start_trip', { booking_id: id }))
      await expect(status(page, reference, 'Started')).toBeVisible()
    })
    await test.step('a breakdown ends the trip, and the cash is recorded', async () => {
      await reportPosition(driver, { lat: vaduz.lat + 0.001, lng: vaduz.lng }, 0)
      const end = await pressFor(page, 'g', 'End this trip?')
      await end.getByRole('button', { name: 'End the trip' }).click()
      await expect(status(page, reference, 'To be paid')).toBeVisible()
      const cash = await pressFor(page, 'p', 'Record the cash?')
      await cash.getByRole('button', { name: 'Record the cash' }).click()
      await expect(status(page, reference, 'Paid')).toBeVisible()
    })
    await test.step('part of the fare is refunded from the driver’s share', async () => {
      const dialog = await pressFor(page, 'f', 'Refund')
      await dialog.getByRole('textbox', { name: 'Amount' }).fill('999999')
      await expect(dialog.getByText(/^Give an amount above 0/)).toBeVisible()
      await dialog.getByRole('textbox', { name: 'Amount' }).fill('2')
      await dialog.getByRole('textbox', { name: 'Reason' }).fill('Broke down')
      await dialog.getByRole('checkbox').check()
      await expectAccessible(page)
      await dialog.getByRole('button', { name: /^Refund CHF/ }).click()
      await toast(page, 'Refunded.')
    })
    await test.step('each section shows its part', async () => {
      await tab(page, 'Timeline').click()
      await expect(panel.getByText('Martina Frick').first()).toBeVisible()
      await tab(page, 'Fare').click()
      await expect(panel.getByText(/equal to what was charged/)).toBeVisible()
      await tab(page, 'Payments').click()
      await expect(panel.getByRole('heading', { name: 'Settlement' })).toBeVisible()
      await expect(panel.getByText('Broke down')).toBeVisible()
      await expectAccessible(page)
      await tab(page, 'Audit').click()
      await expect(panel.getByText('Counted twice')).toBeVisible()
      await tab(page, 'Chat').click()
      await panel.getByRole('button', { name: 'Read the conversation' }).click()
      await expect(panel.getByText('Nothing was written.')).toBeVisible()
    })
  })

  // Spec 3.50, 7.54
  test('replays the trail by keyboard', async ({ open, stack }) => {
    const { id, reference } = await book(rider)
    unwrap(await admin.client.rpc('assign_driver', { booking_id: id, driver_id: driver.id }))
    await accept(driver, id)
    const { started_at } = await start(rider, driver, id)
    const begin = Date.parse(started_at ?? '')
    // The points of a phone in four minutes, with a silence of more than two.
    const points = [0, 20, 40, 60, 200, 220, 240].map((seconds, index) => ({
      booking_id: id,
      driver_id: driver.id,
      status: 'STARTED' as const,
      lat: vaduz.lat + index * 0.002,
      lng: vaduz.lng,
      heading: 0,
      at: new Date(begin + seconds * 1000).toISOString()
    }))
    await service(stack).from('tracking_points').insert(points).throwOnError()
    const page = await open(`/bookings/${id}?section=trail`, { as: admin })
    const panel = panelOf(page, reference)
    const slider = panel.getByRole('slider', { name: 'Time of the trip' })
    await expect(slider).toBeVisible()
    await expect(panel.getByText(/^1 gap, /)).toBeVisible()
    await slider.focus()
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('ArrowRight')
    await expect(slider).toHaveValue('10000')
    await expect(slider).toHaveAttribute('aria-valuetext', /km\/h/)
    await page.keyboard.press('End')
    await page.keyboard.press('Home')
    await page.keyboard.press('j')
    await expect(panel.getByRole('button', { name: 'Pause' })).toBeVisible()
    await expect.poll(async () => Number(await slider.inputValue())).toBeGreaterThan(0)
    await page.keyboard.press(' ')
    await expect(panel.getByRole('button', { name: 'Play' })).toBeVisible()
    await expectAccessible(page)
    unwrap(await driver.client.rpc('reach_drop', { booking_id: id }))
    unwrap(await driver.client.rpc('confirm_cash', { booking_id: id }))
  })

  test('lets one of two dispatchers ask the driver; the other reads why not, and both see the result at once', async ({
    open,
    person,
    stack
  }) => {
    const second = await person('admin2@hackney.test')
    const { id, reference } = await book(rider)
    // With auto-dispatch on, one offer is open at a time.
    const pages = await Promise.all([admin, second].map((as) => open(`/bookings/${id}`, { as })))
    const [mine, theirs] = pages
    if (!mine || !theirs) throw new Error('not both pages are open')
    for (const page of pages) {
      await pressFor(page, 'a', `Assign a driver to ${reference}`)
      await expect(page.getByRole('option', { selected: true })).toContainText('Lukas Marxer')
    }
    await Promise.all(pages.map((page) => page.keyboard.press('Enter')))
    const done = (page: Page) => page.getByText('Driver assigned successfully and notified.')
    const refused = (page: Page) => page.getByText('Drivers are being asked. Wait for their answer.')
    await expect.poll(async () => (await done(mine).count()) + (await done(theirs).count())).toBe(1)
    await expect.poll(async () => (await refused(mine).count()) + (await refused(theirs).count())).toBe(1)
    for (const page of pages) await page.keyboard.press('Escape')
    for (const page of pages) await expect(page.getByText(/^Asked Lukas Marxer/)).toBeVisible({ timeout: TOLD })
    const offers = await service(stack).from('booking_offers').select('id').eq('booking_id', id).eq('status', 'open')
    expect(offers.data).toHaveLength(1)
    await accept(driver, id)
    for (const page of pages) await expect(status(page, reference, 'Accepted')).toBeVisible({ timeout: TOLD })
    unwrap(await admin.client.rpc('cancel_booking', { booking_id: id, reason: 'Something else' }))
  })

  // Spec 4.36, 4.38, 4.39
  test('cancels an unpaid parcel after a moment in which that can be undone', async ({ open }) => {
    const { id, reference } = await bookParcel(rider)
    const page = await open(`/bookings/${id}`, { as: admin })
    await expect(status(page, reference, 'Payment pending')).toBeVisible()
    // Presses the undo key from inside the page: on a busy machine, a key sent from outside may come too late.
    const kept = page.evaluate(
      () =>
        new Promise<void>((resolve) => {
          const observer = new MutationObserver(() => {
            const keep = [...document.querySelectorAll('button')].find((one) => one.textContent?.startsWith('Keep it'))
            if (keep?.getAttribute('aria-keyshortcuts') !== 'u') return
            observer.disconnect()
            // Waits for the page's next task, because the note's key works only once the note is shown.
            setTimeout(() => document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'u', bubbles: true })))
            resolve()
          })
          observer.observe(document.body, { subtree: true, childList: true })
        })
    )
    await button(page, 'Cancel booking').click()
    await kept
    await page.waitForTimeout(2000)
    await expect(status(page, reference, 'Payment pending')).toBeVisible()
    await button(page, 'Cancel booking').click()
    await expect(status(page, reference, 'Cancelled')).toBeVisible()
    await expect(page.getByText('The booking was not finished.')).toBeVisible()
  })

  // Spec 1.17
  test('sends a parcel that nobody accepts back to its sender', async ({ open, person }) => {
    const courier = await person('driver5@hackney.test')
    await goOnline(courier)
    const { id, reference } = await bookParcel(admin)
    unwrap(await admin.client.rpc('assign_driver', { booking_id: id, driver_id: courier.id }))
    await accept(courier, id)
    await start(rider, courier, id)
    const page = await open(`/bookings/${id}`, { as: admin })
    const dialog = await pressFor(page, 's', 'Return the parcel?')
    await expect(dialog.getByText('It goes back to Städtle, Vaduz', { exact: false })).toBeVisible()
    await dialog.getByRole('textbox').fill('Nobody is at home')
    await expectAccessible(page, '[role=dialog]')
    await dialog.getByRole('button', { name: 'Return it' }).click()
    await toast(page, 'The parcel goes back.')
    await tab(page, 'Timeline').click()
    await expect(panelOf(page, reference).getByText('The parcel goes back: Nobody is at home')).toBeVisible()
    const stored = unwrap(await rider.client.from('bookings').select().eq('id', id).single())
    expect(stored).toMatchObject({ status: 'STARTED', drop_address: 'Städtle, Vaduz' })
    expect(stored.returning_at).not.toBeNull()
    unwrap(await courier.client.rpc('reach_drop', { booking_id: id }))
    unwrap(await courier.client.rpc('confirm_cash', { booking_id: id }))
    await courier.client.rpc('set_driver_active', { active: false })
  })

  test('needs two admins for a large refund: one asks, another approves, and the money moves once', async ({
    open,
    person,
    stack
  }) => {
    const second = await person('admin2@hackney.test')
    const id = await playRide(admin, rider, driver)
    const balance = async () =>
      unwrap(await service(stack).from('profiles').select('wallet_balance').eq('id', rider.id).single()).wallet_balance
    const limits = (credit_limit: number | null, two_people_bank: boolean) =>
      service(stack).from('settings').update({ credit_limit, two_people_bank }).eq('id', 1).throwOnError()
    const before = await balance()
    await limits(1, true)
    try {
      const page = await open(`/bookings/${id}`, { as: admin })
      const dialog = await pressFor(page, 'f', 'Refund')
      await dialog.getByRole('textbox', { name: 'Amount' }).fill('3')
      await dialog.getByRole('textbox', { name: 'Reason' }).fill('Long way round')
      await dialog.getByRole('button', { name: /^Refund CHF/ }).click()
      await expect(page.getByText('This is more than one admin may refund in a day.', { exact: false })).toBeVisible()
      await expectAccessible(page, '[role=dialog]')
      await dialog.getByRole('textbox', { name: 'Reason' }).fill('The trail shows it')
      await button(page, 'Ask for approval').click()
      await toast(page, 'Asked. Another admin decides.')
      expect(await balance()).toBe(before)

      const [asker, granter] = [await open('/addtowallet', { as: admin }), await open('/addtowallet', { as: second })]
      const waiting = (at: Page) => at.getByRole('region', { name: 'Waiting for a second person' })
      await expect(waiting(asker).getByRole('button')).toHaveText(['Take back'])
      await waiting(granter).getByRole('button', { name: 'Approve' }).click()
      await expectAccessible(granter, '[role=dialog]')
      await granter.getByRole('dialog', { name: 'Approve this?' }).getByRole('button', { name: 'Approve' }).click()
      await toast(granter, 'Approved and done.')
      await expect(waiting(asker)).toHaveCount(0)
      expect(await balance()).toBe(before + 3)
      const [{ id: approval } = { id: '' }] = unwrap(
        await admin.client.from('approvals').select('id').eq('kind', 'refund')
      )
      await second.client.rpc('approve', { id: approval })
      expect(await balance()).toBe(before + 3)

      // New bank details make withdrawals wait, and ending the wait also needs two admins.
      await service(stack).from('settings').update({ bank_change_hours: 48 }).eq('id', 1).throwOnError()
      for (const bank_account of [`0881 ${Date.now()}`, `0882 ${Date.now()}`]) {
        const details = { bank_name: 'LLB', bank_code: 'LILALI2X', bank_account }
        unwrap(await driver.client.rpc('set_bank_details', details))
      }
      await page.goto(`/drivers/${driver.id}?tab=bank`)
      await button(page, 'End the wait').click()
      const release = page.getByRole('dialog', { name: 'End the wait after new bank details?' })
      await release.getByRole('textbox').fill('Met at the office')
      await expectAccessible(page, '[role=dialog]')
      await release.getByRole('button', { name: 'End the wait' }).click()
      await expect(release.getByText('Ending the wait takes two admins.')).toBeVisible()
      await expectAccessible(page, '[role=dialog]')
      await button(page, 'Ask for approval').click()
      await granter.goto('/withdraws')
      await waiting(granter).getByRole('button', { name: 'Approve' }).click()
      await granter.getByRole('dialog', { name: 'Approve this?' }).getByRole('button', { name: 'Approve' }).click()
      await page.reload()
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      await expect(button(page, 'End the wait')).toHaveCount(0)
    } finally {
      await limits(null, false)
    }
  })

  // Spec 6.33
  test('refuses money and messages in a demo, and lets a fleet admin only read', async ({ open, person, stack }) => {
    const fleet = await person('fleet@hackney.test')
    await change(admin, driver.id, { fleet_id: fleet.id })
    try {
      const paidId = await playRide(admin, rider, driver)
      const { reference: paidReference } = unwrap(
        await admin.client.from('bookings').select('reference').eq('id', paidId).single()
      )
      const { id, reference } = await book(rider)
      unwrap(await admin.client.rpc('assign_driver', { booking_id: id, driver_id: driver.id }))
      await accept(driver, id)
      const own = await open(`/bookings/${id}`, { as: fleet })
      await expect(own.getByRole('heading', { level: 1, name: reference })).toBeVisible()
      await expect(own.getByRole('tab')).toHaveText(['Overview', 'Timeline', 'Fare', 'Trail'])
      await expect(own.getByRole('toolbar')).toHaveCount(0)
      await tab(own, 'Timeline').click()
      await expect(panelOf(own, reference).getByText('Lukas Marxer').last()).toBeVisible()
      await expectAccessible(own)
      const paid = await open(`/bookings/${paidId}`, { as: admin })
      const refund = await pressFor(paid, 'f', 'Refund')
      await refund.getByRole('textbox', { name: 'Amount' }).fill('1')
      await refund.getByRole('textbox', { name: 'Reason' }).fill('Late')
      const early = await open(`/bookings/${id}`, { as: admin })
      const message = await pressFor(early, 'w', 'Message to Lukas Marxer')
      await message.getByRole('textbox').fill('Hello')
      // A panel opened before the demo refuses too, and no money or message is sent.
      await setDemo(stack, true)
      await refund.getByRole('button', { name: /^Refund CHF/ }).click()
      await message.getByRole('button', { name: 'Send' }).click()
      for (const dialog of [refund, message]) {
        await expect(dialog.getByText('This is a demo. Nothing can be changed here.')).toBeVisible()
      }
      await paid.reload()
      await expect(panelOf(paid, paidReference).getByRole('tab', { name: 'Payments' })).toBeVisible()
      await expect(button(paid, 'Refund')).toHaveCount(0)
      const page = await open(`/bookings/${id}`, { as: admin })
      await expect(button(page, 'Cancel booking')).toBeVisible()
      await expect(button(page, 'Message driver')).toHaveCount(0)
      await expect(page.getByRole('link', { name: /^Call the rider/ })).toHaveCount(0)
      const dialog = await pressFor(page, 'c', 'Cancel this trip?')
      await dialog.getByRole('radio', { name: 'Something else' }).click()
      await button(page, 'Cancel trip').click()
      await expect(status(page, reference, 'Cancelled')).toBeVisible()
    } finally {
      await setDemo(stack, false)
      await change(admin, driver.id, { fleet_id: null })
    }
  })
})
