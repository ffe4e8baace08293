/** Turn-by-turn guidance: arrow, street and distance, spoken, and a new route as soon as the driver leaves this one. */
import type { Page } from '@playwright/test'
import { schaan, vaduz } from '../support/places.ts'
import { unwrap } from '../support/responses.ts'
import { bookAccepted, start } from '../support/ride.ts'
import { expect, expectAccessible, expectContrast, moveTo, test } from './fixtures.ts'

/** The sentences that the page has spoken. */
const spoken = (page: Page) => page.evaluate(() => (window as unknown as { spoken: string[] }).spoken)

/** A phone that records sentences instead of speaking them. */
const listen = (page: Page) =>
  page.context().addInitScript(() => {
    const said: string[] = []
    const speak = ({ text, lang }: SpeechSynthesisUtterance) => {
      said.push(`${lang}: ${text}`)
      Object.assign(window, { spokenAt: performance.now() })
    }
    Object.defineProperty(window, 'speechSynthesis', { value: { speak, cancel() {} } })
    Object.assign(window, { spoken: said })
  })

const next = (page: Page, name = 'Next turn') => page.getByRole('region', { name, exact: true })

test('a driver sees and hears each turn with its street, and gets a new route after leaving the old one', async ({
  open,
  person,
  picture
}) => {
  const rider = await person('rider6@hackney.test')
  const driver = await person('driver@hackney.test')
  const { id } = await bookAccepted(rider, driver)
  await start(rider, driver, id)
  const page = await open(`/bookings/${id}`, { at: vaduz, as: driver })
  await listen(page)
  await page.reload()

  await test.step('the next turn', async () => {
    await expect(next(page)).toContainText(/\d+ (m|km)/)
    await expect.poll(() => spoken(page)).not.toEqual([])
    expect((await spoken(page))[0]).toMatch(/^en: /)
    await expectAccessible(page)
    await expectContrast(page)
    await picture(page, 'driver-guide')
  })

  await test.step('a new route at once', async () => {
    const before = (await spoken(page)).length
    const asked = page.waitForResponse(/routes\/directions/)
    await moveTo(page, { lat: vaduz.lat + 0.004, lng: vaduz.lng + 0.004 })
    await asked
    await expect.poll(async () => (await spoken(page)).length).toBeGreaterThan(before)
    await expect(next(page)).toBeVisible()
    // The time from the request for a new route, sent at the first fix off the route, to the first words spoken about it.
    const took = await page.evaluate(() => {
      const asked = performance.getEntriesByType('resource').filter(({ name }) => name.includes('routes/directions'))
      return (window as unknown as { spokenAt: number }).spokenAt - (asked.at(-1)?.startTime ?? 0)
    })
    test.info().annotations.push({ type: 'rerouted in', description: `${Math.round(took)} ms` })
    expect(took).toBeLessThan(3000)
  })

  await test.step('every action is in reach of one hand', async () => {
    const { height = 0, width = 0 } = page.viewportSize() ?? {}
    // A desktop is not held in one hand.
    if (width > 500) return
    const actions = page.getByRole('region', { name: 'Trip', exact: true }).locator('button:visible, a[href]:visible')
    expect(await actions.count()).toBeGreaterThan(4)
    for (const action of await actions.all()) {
      // An action below the fold comes into reach by scrolling.
      await action.scrollIntoViewIfNeeded()
      const box = await action.boundingBox()
      expect(box?.y, await action.innerText()).toBeGreaterThan(height * 0.4)
      expect(box?.height ?? 0, await action.innerText()).toBeGreaterThanOrEqual(24)
    }
  })

  await test.step('the voice can be muted, and stays muted for the next trip', async () => {
    await page.getByRole('button', { name: 'Voice', pressed: true }).click()
    await page.reload()
    await expect(next(page)).toBeVisible()
    await expect(page.getByRole('button', { name: 'Voice', pressed: false })).toBeVisible()
    expect(await spoken(page)).toEqual([])
    await page.getByRole('button', { name: 'Voice' }).click()
  })

  await test.step('one press opens the phone’s navigation app', async () => {
    const href = await page.getByRole('link', { name: 'Navigate to drop-off' }).getAttribute('href')
    expect(decodeURIComponent(href ?? '')).toContain(`${schaan.lat.toFixed(6)},${schaan.lng.toFixed(6)}`)
  })

  await test.step('the dark scheme and Arabic', async () => {
    for (const [dark, locale, name] of [
      [true, 'de', 'Nächste Abzweigung'],
      [false, 'ar', 'الانعطاف التالي']
    ] as const) {
      const other = await open(`/bookings/${id}`, { at: vaduz, as: driver, dark, locale })
      await expect(next(other, name)).toBeVisible()
      await expectContrast(other)
      await picture(other, `driver-guide-${locale}`)
      await other.close()
    }
  })
  unwrap(await driver.client.rpc('reach_drop', { booking_id: id }))
  unwrap(await driver.client.rpc('confirm_cash', { booking_id: id }))
  await driver.client.rpc('set_driver_active', { active: false })
})
