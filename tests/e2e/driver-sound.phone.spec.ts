/** The sound and vibration of offers: as often as the operator configured, and silent once the offer is answered or over. */
import type { Page } from '@playwright/test'
import { service } from '../support/people.ts'
import { vaduz } from '../support/places.ts'
import { unwrap } from '../support/responses.ts'
import { book, goOnline } from '../support/ride.ts'
import { expect, expectAccessible, NOWHERE, test } from './fixtures.ts'

interface Sounds {
  /** When each note of the horn began (ms of the page). */
  horn: number[]
  notes: number
  shakes: number[]
}

/** Records the notes that the page plays and its vibrations, which this machine cannot make. */
const listen = () => {
  const sounds: Sounds = { horn: [], notes: 0, shakes: [] }
  Object.assign(window, { sounds })
  // The browser counts each script that a test evaluates as a touch. This counts only real touches.
  let isTouched = false
  for (const name of ['pointerdown', 'keydown'])
    addEventListener(
      name,
      ({ isTrusted }) => {
        isTouched = isTouched || isTrusted
      },
      true
    )
  Object.defineProperty(navigator, 'userActivation', {
    get: () => ({ hasBeenActive: isTouched, isActive: isTouched })
  })
  const start = OscillatorNode.prototype.start
  OscillatorNode.prototype.start = function (this: OscillatorNode, when?: number) {
    if (this.context.state !== 'running') throw new Error('the page played a note before the first touch')
    if (this.type === 'sawtooth') sounds.horn.push(performance.now())
    else sounds.notes++
    start.call(this, when)
  }
  Navigator.prototype.vibrate = (pattern) => {
    const parts = typeof pattern === 'number' ? [pattern] : [...pattern]
    sounds.shakes.push(parts.reduce((sum, ms) => sum + ms, 0))
    return true
  }
}

const heard = (page: Page): Promise<Sounds> => page.evaluate(() => (window as unknown as { sounds: Sounds }).sounds)
const blown = async (page: Page) => (await heard(page)).horn.length

/** The horn repeats every three seconds, so silence shows only after more than three, by the page's own clock. */
async function staysQuiet(page: Page): Promise<void> {
  const { horn } = await heard(page)
  await page.clock.runFor(3600)
  expect(await blown(page), 'the horn is silent').toBe(horn.length)
}

test('an offer sounds and vibrates, once or until it is answered or over; a page that may not play sound says so', async ({
  open,
  person,
  stack,
  picture
}) => {
  const rider = await person('rider18@hackney.test')
  const driver = await person('driver@hackney.test')
  const desk = service(stack)
  const set = async (values: { car_horn_repeat?: boolean; offer_timeout?: number }) =>
    unwrap(await desk.from('settings').update(values).eq('id', 1).select())
  await goOnline(driver)
  const page = await open(NOWHERE, { at: vaduz, as: driver })
  await page.context().addInitScript(listen)
  await page.clock.install()
  const note = page.getByRole('region', { name: 'This page is silent' })
  const offer = page.getByRole('region', { name: 'New trip' })
  const give = async () => {
    const { id } = await book(rider)
    await expect(offer).toBeVisible()
    return () => rider.client.rpc('cancel_booking', { booking_id: id, reason: 'done' })
  }

  await test.step('a page that was only loaded is silent and says so; a touch turns the sound on', async () => {
    await page.goto('/drive')
    await expect(note).toBeVisible()
    await expectAccessible(page)
    await picture(page, 'silent')
    await note.getByRole('button', { name: 'Turn on the sound' }).click()
    await expect(note).toHaveCount(0)
    await expect.poll(async () => (await heard(page)).notes).toBe(2)
  })

  await test.step('with the setting off, the horn sounds once with two notes twice, and the phone vibrates', async () => {
    const cancel = await give()
    await expect.poll(() => blown(page)).toBe(4)
    await expect.poll(async () => (await heard(page)).shakes).toContain(1500)
    await staysQuiet(page)
    await page.getByRole('button', { name: 'Decline' }).click()
    await expect(offer).toHaveCount(0)
    await expect.poll(async () => (await heard(page)).shakes.at(-1), 'the shaking ends').toBe(0)
    await cancel()
  })

  await test.step('with the setting on, it repeats until the driver answers', async () => {
    await set({ car_horn_repeat: true })
    await page.reload()
    await note.getByRole('button', { name: 'Turn on the sound' }).click()
    const cancel = await give()
    await expect.poll(() => blown(page)).toBeGreaterThanOrEqual(4)
    await page.clock.runFor(6500)
    await expect.poll(() => blown(page)).toBeGreaterThanOrEqual(12)
    await page.getByRole('button', { name: 'Decline' }).click()
    await expect(offer).toHaveCount(0)
    await staysQuiet(page)
    await cancel()
  })

  await test.step('an offer on a silent page sounds at the first touch, and stops once it is accepted', async () => {
    await page.reload()
    await expect(note).toBeVisible()
    await give()
    expect(await blown(page)).toBe(0)
    await page.getByRole('heading', { level: 1 }).click()
    await expect.poll(() => blown(page)).toBeGreaterThanOrEqual(4)
    await page.getByRole('button', { name: 'Accept' }).click()
    await expect(page).toHaveURL(/\/bookings\//)
    await staysQuiet(page)
    const id = new URL(page.url()).pathname.split('/').at(-1) ?? ''
    unwrap(await driver.client.rpc('cancel_booking', { booking_id: id, reason: 'done' }))
    await rider.client.rpc('cancel_booking', { booking_id: id, reason: 'done' })
  })

  await test.step('an expired offer stops the sound too', async () => {
    await set({ offer_timeout: 8 })
    await page.goto('/drive')
    await page.getByRole('heading', { level: 1 }).click()
    const cancel = await give()
    await expect.poll(() => blown(page)).toBeGreaterThanOrEqual(4)
    await expect(offer).toHaveCount(0)
    await staysQuiet(page)
    await cancel()
  })

  await set({ car_horn_repeat: false, offer_timeout: 180 })
  await driver.client.rpc('set_driver_active', { active: false })
})
