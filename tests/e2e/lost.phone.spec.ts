import { vaduz } from '../support/places.ts'
import { book } from '../support/ride.ts'
import { expect, expectAccessible, NOWHERE, test } from './fixtures.ts'
import { networkOf } from './network.ts'

const lost = 'No connection to the service. Check your network and try again.'

// Spec 3.60, 4.56
test('a trip page reports within seconds that the service is unreachable, and so do its dialogs', async ({
  open,
  person
}) => {
  const rider = await person('rider5@hackney.test')
  const { id } = await book(rider)
  const page = await open(NOWHERE, { at: vaduz, as: rider })
  const network = await networkOf(page)
  await page.goto(`/bookings/${id}`)
  const cancel = page.getByRole('button', { name: /^Cancel/ })
  await expect(cancel).toBeVisible()
  await expect(page.getByRole('heading', { level: 1, name: 'Looking for a driver' })).toBeVisible()
  await page.waitForTimeout(1500)

  await network.cut()
  await expect(page.getByText(lost).first()).toBeVisible({ timeout: 5000 })
  await cancel.click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByText(lost)).toBeVisible({ timeout: 10_000 })
  await expectAccessible(page)

  await network.find()
  await dialog.getByRole('button', { name: 'Try again' }).click()
  await dialog.getByRole('radio', { name: 'My plans changed' }).click()
  await dialog.getByRole('button', { name: 'Cancel trip' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'This ride was cancelled' })).toBeVisible()
  await expect(page.getByText(lost)).toHaveCount(0)
})
