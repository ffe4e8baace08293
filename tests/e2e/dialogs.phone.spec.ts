/**
 * Dialogs that no other story opens. `tests/support/dialogs.ts` checks that some story opens each dialog.
 */
import type { Page } from '@playwright/test'
import { service } from '../support/people.ts'
import { vaduz } from '../support/places.ts'
import { unwrap } from '../support/responses.ts'
import { bookAccepted } from '../support/ride.ts'
import { expect, expectAccessible, NOWHERE, test } from './fixtures.ts'
import { expectEveryManner } from './manners.ts'

const dialog = (page: Page, name: string | RegExp) => page.getByRole('dialog', { name })
const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name })

test('a driver gives a trip back, leaves a rider who did not come, and the rider pays the fee that the desk upholds', async ({
  open,
  person,
  stack,
  picture
}) => {
  const [rider, driver, admin] = [
    await person('rider26@hackney.test'),
    await person('driver@hackney.test'),
    await person('admin@hackney.test')
  ]
  const wait = (free_wait: number) => service(stack).from('settings').update({ free_wait }).eq('id', 1).throwOnError()
  const first = await bookAccepted(rider, driver)
  const cab = await open(`/bookings/${first.id}`, { as: driver, at: vaduz })

  await test.step('giving the trip back asks for a reason', async () => {
    await button(cab, 'Cancel trip').click()
    const why = dialog(cab, 'Cancel this trip?')
    await expect(why).toContainText('The trip goes to another driver.')
    await expect(why.getByRole('radio').first()).toBeVisible()
    await expectAccessible(cab, '[role=dialog]')
    await expectEveryManner(cab, 'cancel', { within: '[role=dialog]', isSunny: true, keep: picture })
    await why.getByRole('radio').first().click()
    await why.getByRole('button', { name: 'Cancel trip' }).click()
    await expect(cab).toHaveURL(/\/drive$/)
    unwrap(await rider.client.rpc('cancel_booking', { booking_id: first.id, reason: 'My plans changed' }))
  })

  const { id } = await bookAccepted(rider, driver)
  unwrap(await driver.client.rpc('arrive_at_pickup', { booking_id: id }))

  await test.step('leaving without the rider asks for confirmation', async () => {
    await wait(0)
    await cab.goto(`/bookings/${id}`)
    await button(cab, 'Rider did not come').click()
    const question = dialog(cab, 'Leave without the rider?')
    await expectAccessible(cab, '[role=dialog]')
    await expectEveryManner(cab, 'no-show', { within: '[role=dialog]', isSunny: true, keep: picture })
    await question.getByRole('button', { name: 'Leave' }).click()
    await expect(cab.getByRole('heading', { level: 1, name: 'This trip was cancelled' })).toBeVisible()
    await wait(5)
  })

  await test.step('the rider reads the fee and objects', async () => {
    const trip = await open(`/bookings/${id}`, { as: rider })
    const fee = trip.getByRole('region', { name: 'Fee for not coming' })
    await fee.getByRole('textbox').fill('I stood at the <b>other</b> door')
    await expectAccessible(trip)
    await button(trip, 'Object to the fee').click()
    await expect(fee).toContainText('You objected to the fee')
    await expect(trip.locator(':focus')).toHaveCount(1)
    await picture(trip, 'no-show-fee')
  })

  await test.step('once the fee is upheld, the wallet owes it, and the rider chooses a provider to pay by', async () => {
    const desk = await open(`/bookings/${id}`, { as: admin })
    const decision = desk.getByRole('region', { name: 'Fee for not coming' })
    await decision.getByRole('button', { name: /^(Charge|Keep) the fee$/ }).click()
    const asked = dialog(desk, /^(Charge|Keep) the fee$/)
    await expect(asked).toContainText(/CHF\s[\d.]+/)
    await picture(desk, 'fee-decision')
    await asked.getByRole('button', { name: 'Not yet' }).click()
    await expect(decision.getByRole('button', { name: /^(Waive the fee|Give the fee back)$/ })).toBeVisible()
    await decision.getByRole('button', { name: /^(Charge|Keep) the fee$/ }).click()
    await asked.getByRole('button', { name: /^(Charge|Keep) the fee$/ }).click()
    await expect(decision.getByRole('button')).toHaveCount(0)
    await desk.close()
    const page = await open(NOWHERE, { as: rider })
    const limits = { min: 1, max: 80 }
    const provider = { name: 'Test card', mark: '', currencies: ['CHF'], limits, test: true, holds: false }
    await page.route(/payments\/providers/, (route) => route.fulfill({ json: { providers: [provider] } }))
    await page.goto('/wallet')
    await button(page, /^Pay CHF\s[\d.]+$/).click()
    await expect(dialog(page, 'What your wallet owes').getByRole('radio', { name: /Test card/ })).toBeChecked()
    await expectAccessible(page, '[role=dialog]')
    await picture(page, 'debt')
    await page.keyboard.press('Escape')
    await expect(button(page, /^Pay CHF\s[\d.]+$/)).toBeFocused()
  })
  await driver.client.rpc('set_driver_active', { active: false })
})
