/** What a driver reads while waiting, and at the wheel without a signal. */
import { service } from '../support/people.ts'
import { vaduz } from '../support/places.ts'
import { unwrap } from '../support/responses.ts'
import { bookAccepted, carTypeId, goOnline, start } from '../support/ride.ts'
import { expect, expectAccessible, expectNoSidewaysScroll, NOWHERE, test } from './fixtures.ts'
import { expectEveryManner } from './manners.ts'
import { networkOf } from './network.ts'

test('a waiting driver switches on where rides are wanted, a courier is offered no street trip, and one without a class reads why', async ({
  open,
  person,
  stack,
  picture
}) => {
  const driver = await person('driver@hackney.test')
  const db = service(stack)
  const cab = await carTypeId(db)
  const setClass = (car_type_id: string | null) =>
    db.from('drivers').update({ car_type_id }).eq('id', driver.id).throwOnError()
  await goOnline(driver)
  const page = await open('/drive', { at: vaduz, as: driver })

  await test.step('the switch shows the demand on the map and as a list, and stays on', async () => {
    const asked = page.waitForResponse(/rpc\/heat_map/)
    await page.getByRole('switch', { name: 'Where rides are wanted' }).click()
    expect((await asked).ok()).toBe(true)
    const block = page.getByRole('region', { name: 'Where rides are wanted' })
    await expect(block.getByText(/No|rides?/).last()).toBeVisible()
    await expectAccessible(page)
    await expectEveryManner(page, 'drive-demand', { keep: picture })
    await page.reload()
    await expect(page.getByRole('switch', { name: 'Where rides are wanted' })).toBeChecked()
    await page.getByRole('switch', { name: 'Where rides are wanted' }).click()
  })

  const hail = page.getByRole('button', { name: 'Start a street trip' })
  await expect(hail).toBeVisible()

  await test.step('a courier is not offered a street trip', async () => {
    await setClass(await carTypeId(db, 'Courier'))
    await page.reload()
    await expect(page.getByRole('switch', { name: 'Where rides are wanted' })).toBeVisible()
    await expect(hail).toHaveCount(0)
  })

  await test.step('a driver whose class the office has not set reads that', async () => {
    unwrap(await driver.client.rpc('set_driver_active', { active: false }))
    await setClass(null)
    await page.reload()
    await expect(page.getByText('The office has not set your class yet', { exact: true })).toBeVisible()
    await page.getByRole('button', { name: 'Go online' }).click()
    await expect(page.getByText('The office has not set your class yet. Please contact us.')).toBeVisible()
    await expectAccessible(page)
    await picture(page, 'drive-no-class')
    await setClass(cab)
  })
})

test('a driver without a signal reads it in the guide bar, and after a reload can call the office', async ({
  open,
  person
}) => {
  const rider = await person('rider25@hackney.test')
  const driver = await person('driver@hackney.test')
  const { id } = await bookAccepted(rider, driver)
  await start(rider, driver, id)
  const page = await open(NOWHERE, { at: vaduz, as: driver })
  const network = await networkOf(page)
  await page.goto(`/bookings/${id}`)
  const guide = page.getByRole('region', { name: 'Next turn' })
  await expect(guide).toBeVisible()

  await test.step('nothing covers the arrow', async () => {
    await network.lose()
    await expect(guide).toContainText('You are offline')
    const isCovered = await guide.evaluate((bar) => {
      const { left, right, top, bottom } = bar.getBoundingClientRect()
      const covers = document.elementsFromPoint((left + right) / 2, (top + bottom) / 2)
      return !bar.contains(covers[0] ?? null)
    })
    expect(isCovered).toBe(false)
    await expectNoSidewaysScroll(page)
    await expectAccessible(page)
    await network.find()
    await expect(guide).not.toContainText('You are offline')
  })

  await test.step('a page that was loaded again without the service has the office’s number', async () => {
    await network.cut()
    await page.reload()
    const call = page.getByRole('link', { name: 'Call the office' })
    await expect(call).toHaveAttribute('href', /^tel:\+/)
    await network.find()
  })
  unwrap(await driver.client.rpc('reach_drop', { booking_id: id }))
  unwrap(await driver.client.rpc('confirm_cash', { booking_id: id }))
  unwrap(await driver.client.rpc('set_driver_active', { active: false }))
})
