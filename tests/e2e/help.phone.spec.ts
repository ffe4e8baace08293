/** Help for riders and drivers: an SOS from a trip and from the driver's page, problem reports, and the desk's answers. */
import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { service } from '../support/people.ts'
import { schaan, vaduz } from '../support/places.ts'
import { unwrap } from '../support/responses.ts'
import { bookAccepted, estimate, start } from '../support/ride.ts'
import { listen } from './dispatcher.ts'
import { expect, expectAccessible, expectNoSidewaysScroll, test } from './fixtures.ts'
import { expectEveryManner } from './manners.ts'

const dialog = (page: Page, name: string | RegExp) => page.getByRole('dialog', { name })
const sos = (page: Page) => dialog(page, 'Safety').getByRole('button', { name: 'SOS' })

const rowOf = (desk: Page, text: string) =>
  desk
    .getByRole('list', { name: 'What needs attention, what hurts most first' })
    .getByRole('listitem')
    .filter({ hasText: 'SOS' })
    .filter({ hasText: text })

/** Closes the open alarm with a note on what was done. */
async function closeWith(desk: Page, note: string): Promise<void> {
  const story = dialog(desk, /^SOS: /)
  await story.getByRole('textbox', { name: 'What was done' }).fill(note)
  await story.getByRole('button', { name: 'Close alarm' }).click()
  await expect(story).toHaveCount(0)
}

/** Holds a button until its action has happened. */
async function hold(page: Page, until: () => Promise<void>): Promise<void> {
  const box = await sos(page).boundingBox()
  if (!box) throw new Error('the SOS button is not visible')
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2)
  await page.mouse.down()
  await until()
  await page.mouse.up()
}

test.describe('A call for help', () => {
  test('reaches the desk at once with a sound, even when the trip has no signal at first', async ({
    open,
    person,
    picture
  }) => {
    test.slow()
    const rider = await person('rider8@hackney.test')
    const driver = await person('driver@hackney.test')
    const admin = await person('admin@hackney.test')
    const { id, reference } = await bookAccepted(rider, driver)
    await start(rider, driver, id)
    const trip = await open(`/bookings/${id}`, { as: rider, at: { lat: 47.1501, lng: 9.5155 } })
    const desk = await open('/bookings', { as: admin })
    const sound = await listen(desk)
    const row = (text: string) => rowOf(desk, text)
    await desk.getByRole('heading', { level: 1 }).first().waitFor()

    await test.step('a short press only asks for confirmation', async () => {
      await trip.getByRole('button', { name: 'Safety' }).click()
      await expect(sos(trip)).toBeVisible()
      await expectAccessible(trip)
      await picture(trip, 'sos')
      await sos(trip).click()
      await expect(dialog(trip, 'Safety').getByText('Call the dispatch desk for help now?')).toBeVisible()
      await expectAccessible(trip)
      await dialog(trip, 'Safety').getByRole('button', { name: 'Not now' }).click()
      await expect(sos(trip)).toBeVisible()
    })

    await test.step('a call that is held down without a signal is kept, and sent by itself later', async () => {
      await trip.context().setOffline(true)
      await hold(trip, () =>
        expect(dialog(trip, 'Safety').getByText(/^No signal\. Your call for help is kept/)).toBeVisible()
      )
      await picture(trip, 'sos-kept')
      await trip.context().setOffline(false)
      await expect(dialog(trip, 'Safety').getByText('The desk knows and sees where you are.')).toBeVisible()
      await expectAccessible(trip)
      await expectNoSidewaysScroll(trip)
      await picture(trip, 'sos-raised')
    })

    await test.step('the desk hears the alarm, sees the caller and position, and opens the trip', async () => {
      await expect(row(reference)).toHaveCount(1)
      await expect.poll(sound.notes).toBeGreaterThanOrEqual(4)
      await picture(desk, 'desk-sos')
      await row(reference).getByRole('button', { name: 'Answer' }).click()
      const story = dialog(desk, /^SOS: /)
      await expect(story).toContainText(reference)
      await expect(story).toContainText('47.15010, 9.51550')
      await expect(story.getByRole('link', { name: /^Call / })).toHaveAttribute('href', /^tel:\+423/)
      await expectAccessible(desk)
      await picture(desk, 'desk-sos-story')
      await desk.keyboard.press('Escape')
    })

    await test.step('the desk closes the alarm with a note; the rider is told, and the log keeps the note', async () => {
      await row(reference).getByRole('button', { name: 'Answer' }).click()
      await closeWith(desk, 'Called, <b>all well</b>')
      await expect(row(reference)).toHaveCount(0)
      await expect(dialog(trip, 'Safety').getByText(/^The desk has closed your call for help/)).toBeVisible()
      await desk.goto(`/bookings/${id}?section=audit`)
      await expect(desk.getByText('Called, <b>all well</b>').first()).toBeVisible()
    })
    unwrap(await driver.client.rpc('reach_drop', { booking_id: id }))
    unwrap(await driver.client.rpc('confirm_cash', { booking_id: id }))
    await driver.client.rpc('set_driver_active', { active: false })
  })

  test('works without a trip: a driver calls by keyboard', async ({ open, person, picture }) => {
    const driver = await person('driver2@hackney.test')
    const admin = await person('admin@hackney.test')
    const cab = await open('/drive', { as: driver, at: vaduz })
    await cab.getByRole('button', { name: 'Safety' }).click()
    await expect(sos(cab)).toBeVisible()
    await expectEveryManner(cab, 'sos', { within: '[role=dialog]', keep: picture })
    await expectAccessible(cab)
    await sos(cab).focus()
    await cab.keyboard.down('Enter')
    await expect(dialog(cab, 'Safety').getByText('The desk knows and sees where you are.')).toBeVisible()
    await cab.keyboard.up('Enter')
    await picture(cab, 'sos-driver')
    const desk = await open('/bookings', { as: admin })
    await expect(rowOf(desk, 'No trip')).toHaveCount(1)
    await rowOf(desk, 'No trip').getByRole('button').first().click()
    await expectAccessible(desk)
    await picture(desk, 'desk-sos-driver')
    await closeWith(desk, 'A puncture; help is there')
    await expect(rowOf(desk, 'No trip')).toHaveCount(0)
    await expect(dialog(cab, 'Safety').getByText(/^The desk has closed your call for help/)).toBeVisible()
  })
})

test.describe('After a trip', () => {
  test('a rider reports a lost item to the desk, reads its answer, and tips the driver from the wallet', async ({
    open,
    person,
    picture,
    stack
  }) => {
    test.slow()
    const rider = await person('rider9@hackney.test')
    const driver = await person('driver@hackney.test')
    const admin = await person('admin@hackney.test')
    const { id, reference } = await bookAccepted(rider, driver)
    await start(rider, driver, id)
    unwrap(await driver.client.rpc('reach_drop', { booking_id: id }))
    unwrap(await driver.client.rpc('confirm_cash', { booking_id: id }))
    unwrap(await admin.client.rpc('add_to_wallet', { user_id: rider.id, amount: 20 }))
    const trip = await open(`/bookings/${id}`, { as: rider })
    const help = trip.getByRole('region', { name: 'Help with this trip' })

    await test.step('five stars offer praise as tags, and fewer stars offer complaints', async () => {
      await trip.getByRole('radio', { name: '2 stars' }).click()
      await trip.getByRole('button', { name: 'Detour' }).click()
      await trip.getByRole('radio', { name: '5 stars' }).click()
      await expect(trip.getByRole('button', { name: 'Detour' })).toHaveCount(0)
      await trip.getByRole('button', { name: 'Friendly' }).click()
      await trip.getByRole('button', { name: 'On time' }).click()
      await expectAccessible(trip)
      await picture(trip, 'rating-tags')
      await trip.getByRole('button', { name: 'Send rating' }).click()
      await expect(trip.getByRole('button', { name: 'Send rating' })).toHaveCount(0)
      const { data } = await service(stack).from('rating_comments').select('tags').eq('booking_id', id)
      expect(data?.[0]?.tags.toSorted()).toEqual(['friendly', 'on_time'])
    })

    await test.step('the tip shows its cost before it is given, and is given once', async () => {
      const tip = trip.getByRole('region', { name: 'A tip for Lukas?' })
      await tip.getByRole('radio', { name: /10 %/ }).click()
      await expect(tip.getByText(/goes from your wallet to Lukas, all of it/)).toBeVisible()
      await expectAccessible(trip)
      await picture(trip, 'tip')
      await tip.getByRole('radio', { name: 'Other' }).click()
      await tip.getByRole('textbox', { name: 'Your amount' }).fill('5000')
      await expect(tip.getByText(/^Your wallet has /)).toBeVisible()
      await expect(tip.getByRole('button', { name: /^Tip / })).toHaveCount(0)
      await tip.getByRole('textbox', { name: 'Your amount' }).fill('2.50')
      await tip.getByRole('button', { name: /^Tip .*2\.50/ }).click()
      await expect(trip.getByText(/^You tipped Lukas .*2\.50/)).toBeVisible()
    })

    await test.step('the report of a lost item may contain markup, which stays text', async () => {
      await help.getByRole('button', { name: 'I lost something' }).click()
      const ask = dialog(trip, 'I lost something')
      await ask.getByRole('textbox', { name: 'What did you lose, and where in the car?' }).fill('x'.repeat(10_000))
      await expect(ask.getByRole('button', { name: 'Send to the desk' })).toBeDisabled()
      await ask.getByRole('textbox', { name: 'What did you lose, and where in the car?' }).fill('A <b>red</b> umbrella')
      await ask.getByRole('textbox', { name: 'How can we reach you?' }).fill('+423 555 12 12')
      await expectAccessible(trip)
      await picture(trip, 'case')
      await ask.getByRole('button', { name: 'Send to the desk' }).click()
      await expect(help.getByRole('article', { name: 'I lost something' })).toContainText('A <b>red</b> umbrella')
      await expect(help.getByRole('button', { name: 'I lost something' })).toHaveCount(0)
    })

    const desk = await open('/bookings', { as: admin })
    await test.step('the desk sees the report at once and answers', async () => {
      const row = desk
        .getByRole('list', { name: 'What needs attention, what hurts most first' })
        .getByRole('listitem')
        .filter({ hasText: 'Lost item' })
        .filter({ hasText: reference })
      await row.getByRole('button').first().click()
      const story = desk.getByRole('article', { name: 'Lost item' })
      await expect(story).toContainText('A <b>red</b> umbrella')
      await expect(story).toContainText('+423 555 12 12')
      await story.getByRole('textbox', { name: 'Answer to the rider' }).fill('Lukas has it, and brings it at six.')
      await expectAccessible(desk)
      await picture(desk, 'desk-case')
      await story.getByRole('button', { name: 'Answer and close' }).click()
      await expect(row).toHaveCount(0)
    })

    await test.step('the rider sees the answer without a reload, also in Arabic, and gets a notice', async () => {
      await expect(help.getByRole('article', { name: 'I lost something' })).toContainText(
        'Lukas has it, and brings it at six.'
      )
      await expectNoSidewaysScroll(trip)
      await picture(trip, 'case-answered')
      const { data } = await service(stack)
        .from('notices')
        .select('key')
        .eq('user_id', rider.id)
        .eq('key', 'case_answered')
      expect(data).toHaveLength(1)
      const arabic = await open(`/bookings/${id}`, { as: rider, locale: 'ar', dark: true })
      await expect(arabic.getByRole('region', { name: 'مساعدة بشأن هذه الرحلة' })).toContainText('Lukas has it')
      await expectNoSidewaysScroll(arabic)
      await expectAccessible(arabic)
      await picture(arabic, 'after-trip-ar')
    })
    await driver.client.rpc('set_driver_active', { active: false })
  })

  test('a later ride is exported to the calendar with its time and a stable name', async ({ open, person }) => {
    const rider = await person('rider9@hackney.test')
    const tripAt = new Date(Math.ceil(Date.now() / 60_000) * 60_000 + 86_400_000)
    const { quote_id } = await estimate(rider.client, vaduz, schaan)
    if (!quote_id) throw new Error('a signed-in rider got no quote')
    const later = { quote_id, payment_mode: 'cash', trip_at: tripAt.toISOString() }
    const { id, reference } = unwrap(await rider.client.rpc('create_booking', later))
    const trip = await open(`/bookings/${id}`, { as: rider })
    const download = trip.waitForEvent('download')
    await trip.getByRole('button', { name: 'Add to calendar' }).click()
    const file = await download
    expect(file.suggestedFilename()).toBe(`${reference}.ics`)
    const text = readFileSync(await file.path(), 'utf8')
    expect(text).toContain(`UID:${id}@${new URL(trip.url()).hostname}`)
    expect(text).toContain(`DTSTART:${tripAt.toISOString().replace(/[-:]|\.\d{3}/g, '')}`)
    unwrap(await rider.client.rpc('cancel_booking', { booking_id: id }))
  })
})
