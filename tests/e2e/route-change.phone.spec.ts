import type { Locator, Page } from '@playwright/test'
import { vaduz } from '../support/places.ts'
import { unwrap } from '../support/responses.ts'
import { bookAccepted, start } from '../support/ride.ts'
import { expect, expectAccessible, expectNoSidewaysScroll, NOWHERE, test } from './fixtures.ts'

/** Runs in a page before its scripts: notes what the page speaks. */
const listen = () => {
  const said: string[] = []
  Object.assign(window, { said })
  const speaker = { speak: ({ text }: SpeechSynthesisUtterance) => said.push(text), cancel: () => {} }
  Object.defineProperty(window, 'speechSynthesis', { value: speaker, configurable: true })
  Object.assign(window, {
    SpeechSynthesisUtterance: class {
      text: string
      constructor(text: string) {
        this.text = text
      }
    }
  })
}

/** What the page has spoken. */
const said = (page: Page): Promise<string[]> => page.evaluate(() => (window as unknown as { said: string[] }).said)

/** The rider enters another drop-off in the dialog. */
async function enterDropOff(page: Page): Promise<Locator> {
  await page.getByRole('button', { name: 'Change the route' }).click()
  const dialog = page.getByRole('dialog', { name: 'Change the route' })
  await dialog.getByRole('button', { name: 'Change: Drop-off' }).click()
  await dialog.getByRole('combobox', { name: 'Drop-off' }).fill('Lettstrasse')
  await dialog
    .getByRole('option', { name: /Lettstrasse/ })
    .first()
    .click()
  return dialog
}

/** The rider enters another drop-off, reads the difference in price, and asks the driver. */
async function askForRoute(page: Page, press: string): Promise<void> {
  const dialog = await enterDropOff(page)
  await expect(dialog).toContainText(/Difference/)
  await dialog.getByRole('button', { name: press }).click()
  await expect(dialog).toBeHidden()
}

// Spec 1.1, 1.2, 2.7, 7.23, 7.25
test('a rider reads the fare and asks for a cheaper route, which the driver first declines and then accepts, and adds a stop on the way', async ({
  open,
  person,
  picture
}) => {
  const rider = await person('rider5@hackney.test')
  const driver = await person('driver@hackney.test')
  const { id } = await bookAccepted(rider, driver)
  const riderPage = await open(`/bookings/${id}`, { at: vaduz, as: rider })
  const driverPage = await open(NOWHERE, { at: vaduz, as: driver })
  await driverPage.context().addInitScript(listen)
  await driverPage.goto(`/bookings/${id}`)
  await expect(driverPage.getByRole('button', { name: 'I have arrived' })).toBeVisible()
  const waiting = riderPage.getByRole('region', { name: "Waiting for your driver's answer" })
  const asked = driverPage.getByRole('region', { name: 'The rider asks for another drop-off' })

  await test.step('the rider reads the fare’s lines before the end, and the price of another drop-off', async () => {
    const fare = riderPage.getByRole('button', { name: /^Fare CHF/ })
    await fare.click()
    await expect(riderPage.getByText('Quoted fare')).toBeVisible()
    await expect(riderPage.getByText('You pay the driver in cash at the end.')).toBeVisible()
    await expectAccessible(riderPage)
    await fare.click()
    const dialog = await enterDropOff(riderPage)
    await expect(dialog).toContainText(/Price now.*New price.*Difference.*−CHF/s)
    await expect(dialog).toContainText('your driver has to agree')
    await expectAccessible(riderPage, '[role=dialog]')
    await expectNoSidewaysScroll(riderPage)
    await picture(riderPage, 'route-change-dialog')
    await dialog.getByRole('button', { name: 'Cancel' }).click()
  })

  await test.step('both see the requested route, and that the old one still applies', async () => {
    await askForRoute(riderPage, 'Ask the driver')
    await expect(driverPage.getByRole('button', { name: 'Close the message' })).toBeVisible()
    await expect(driverPage.getByText(/^Your rider asks for another route\. .*Lettstrasse/)).toHaveRole('status')
    expect((await said(driverPage)).at(-1)).toMatch(/^Your rider asks for another route\. .*Lettstrasse/)
    for (const block of [waiting, asked]) {
      await expect(block).toContainText('Lettstrasse')
      await expect(block).toContainText(/CHF\s[\d.]+ instead of CHF\s[\d.]+/)
    }
    for (const page of [riderPage, driverPage]) {
      await expectNoSidewaysScroll(page)
      await expectAccessible(page)
    }
    await Promise.all([picture(riderPage, 'route-change-rider'), picture(driverPage, 'route-change-driver')])
  })

  await test.step('the driver declines, and the old route stays', async () => {
    await asked.getByRole('button', { name: 'Keep the old route' }).click()
    await expect(asked).toBeHidden()
    await expect(driverPage.getByRole('button', { name: 'Close the message' })).toHaveCount(0)
    await expect(waiting).toBeHidden()
  })

  await test.step('the rider withdraws the next request', async () => {
    await askForRoute(riderPage, 'Ask the driver')
    await expect(asked).toBeVisible()
    await waiting.getByRole('button', { name: 'Withdraw the request' }).click()
    await expect(waiting).toBeHidden()
    await expect(asked).toBeHidden()
  })

  await test.step('the driver accepts the last request, and both see the new drop-off', async () => {
    await askForRoute(riderPage, 'Ask the driver')
    await asked.getByRole('button', { name: 'Accept the new route' }).click()
    await expect(asked).toBeHidden()
    await expect(waiting).toBeHidden()
    const booking = unwrap(await rider.client.from('bookings').select('drop_address').eq('id', id).single())
    expect(booking.drop_address).toContain('Lettstrasse')
    expect(await said(driverPage), 'the driver’s own answer is no news').not.toContainEqual(
      expect.stringContaining('has changed the route')
    )
  })

  await test.step('on the way, an added stop costs more and applies at once', async () => {
    await start(rider, driver, id)
    await expect(riderPage.getByRole('progressbar', { name: 'Progress of the trip' })).toBeVisible()
    await riderPage.getByRole('button', { name: 'Change the route' }).click()
    const dialog = riderPage.getByRole('dialog', { name: 'Change the route' })
    await dialog.getByRole('button', { name: 'Add a stop' }).click()
    await dialog.getByRole('combobox', { name: 'Stop 1' }).fill('Schaan')
    await dialog
      .getByRole('option', { name: /Schaan/ })
      .first()
      .click()
    await expect(dialog).toContainText(/Difference\+CHF/)
    await dialog.getByRole('button', { name: 'Change the route' }).click()
    await expect(dialog).toBeHidden()
    await expect(riderPage.getByText(/Schaan/).first()).toBeVisible()
  })

  await test.step('the driver hears of it at once, and is led to the stop', async () => {
    const title = driverPage.getByRole('heading', { level: 1 })
    await expect(driverPage.getByText('Your rider has changed the route', { exact: true })).toBeVisible()
    await expect(driverPage.getByText(/^Your rider has changed the route\. /)).toHaveRole('status')
    expect((await said(driverPage)).findLast((text) => text.startsWith('Your rider'))).toMatch(/has changed the route/)
    await expect(title).toHaveText('Drive to stop 1')
    await expect(driverPage.getByRole('link', { name: 'Navigate to stop 1' })).toBeVisible()
    await driverPage.getByRole('button', { name: 'Drop-off reached' }).click()
    const question = driverPage.getByRole('dialog', { name: 'End the trip before stop 1?' })
    await expectAccessible(driverPage, '[role=dialog]')
    await question.getByRole('button', { name: 'Not yet' }).click()
    await expectNoSidewaysScroll(driverPage)
    await expectAccessible(driverPage)
    await driverPage.getByRole('button', { name: 'Close the message' }).click()
    await expect(driverPage.getByText('Your rider has changed the route', { exact: true })).toHaveCount(0)
  })

  unwrap(await driver.client.rpc('reach_drop', { booking_id: id }))
  unwrap(await driver.client.rpc('confirm_cash', { booking_id: id }))
  await driver.client.rpc('set_driver_active', { active: false })
})
