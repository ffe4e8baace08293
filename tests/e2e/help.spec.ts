/** What rider and driver do when something is wrong: SOS from the trip and from behind the wheel, and the desk's answer. */
import type { Page } from '@playwright/test'
import { bookAccepted, start, unwrap, vaduz } from '../support/ride.ts'
import { listen } from './dispatcher.ts'
import { expect, expectAccessible, expectNoSidewaysScroll, test } from './fixtures.ts'

const dialog = (page: Page, name: string | RegExp) => page.getByRole('dialog', { name })
const sos = (page: Page) => dialog(page, 'Safety').getByRole('button', { name: 'SOS' })

const rowOf = (desk: Page, text: string) =>
  desk
    .getByRole('list', { name: 'What needs attention, longest waiting first' })
    .getByRole('listitem')
    .filter({ hasText: 'SOS' })
    .filter({ hasText: text })

/** Says in the open story what was done. */
async function closeWith(desk: Page, note: string): Promise<void> {
  const story = dialog(desk, /^SOS: /)
  await story.getByRole('textbox', { name: 'What was done' }).fill(note)
  await story.getByRole('button', { name: 'Close alarm' }).click()
  await expect(story).toHaveCount(0)
}

/** Holds a button until it has done what it does. */
async function hold(page: Page, until: () => Promise<void>): Promise<void> {
  const box = await sos(page).boundingBox()
  if (!box) throw new Error('there is no SOS')
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2)
  await page.mouse.down()
  await until()
  await page.mouse.up()
}

test.describe('Somebody in need', () => {
  test('is heard and seen by the desk at once, also where the trip has no signal', async ({
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

    await test.step('a short press asks first, and nothing has happened yet', async () => {
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

    await test.step('held without a signal the call is kept, and goes out by itself', async () => {
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

    await test.step('the desk hears it, sees who and where, and opens the trip', async () => {
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

    await test.step('it is closed with a word, which the rider is told and the log keeps', async () => {
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

  test('is helped without a trip, too: a driver calls by keys alone', async ({ open, person, picture }) => {
    const driver = await person('driver2@hackney.test')
    const admin = await person('admin@hackney.test')
    const cab = await open('/drive', { as: driver, at: vaduz })
    await cab.getByRole('button', { name: 'Safety' }).click()
    await expect(sos(cab)).toBeVisible()
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
