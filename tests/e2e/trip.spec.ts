import { accept, book, goOnline, offerOf, schaan, start, unwrap, vaduz } from '../support/ride.ts'
import { expect, expectAccessible, slide, test } from './fixtures.ts'

test('a driver who is far from the drop-off is asked before the trip ends', async ({ open, person, picture }) => {
  const rider = await person('rider6@hackney.test')
  const driver = await person('driver@hackney.test')
  await goOnline(driver)
  const { id } = await book(rider)
  await offerOf(driver, id)
  await accept(driver, id)
  await start(rider, driver, id)
  const page = await open(`/bookings/${id}`, { at: vaduz, as: driver })
  const end = page.getByRole('button', { name: 'Drop-off reached' })
  const question = page.getByRole('dialog', { name: /^The drop-off is still \d+\.\d km away$/ })

  await test.step('Navigate comes first while the way is long', async () => {
    const navigate = page.getByRole('link', { name: 'Navigate to drop-off' })
    await expect(navigate).toBeVisible()
    const [first, second] = [await navigate.boundingBox(), await end.boundingBox()]
    expect(first?.y ?? 0).toBeLessThan(second?.y ?? 0)
    await expectAccessible(page)
    await picture(page, 'driver-far')
  })

  await test.step('a press, a key and a slide ask; nothing has ended', async () => {
    await end.click()
    await expect(question).toBeVisible()
    await expectAccessible(page)
    await picture(page, 'driver-far-question')
    await page.getByRole('button', { name: 'Not yet' }).click()
    await end.focus()
    await page.keyboard.press('Enter')
    await expect(question).toBeVisible()
    await page.keyboard.press('Escape')
    await slide(page, 'Drop-off reached')
    await expect(question).toBeVisible()
    await page.getByRole('button', { name: 'Not yet' }).click()
    const { status } = unwrap(await driver.client.from('bookings').select('status').eq('id', id).single())
    expect(status).toBe('STARTED')
  })

  await test.step('at the drop-off a slide ends it, and no press alone', async () => {
    await page.context().setGeolocation({ latitude: schaan.lat, longitude: schaan.lng })
    await expect(async () => {
      await page.keyboard.press('Escape')
      await end.click()
      await expect(page.getByRole('dialog', { name: 'End the trip?' })).toBeVisible({ timeout: 1000 })
    }).toPass()
    await page.keyboard.press('Escape')
    await picture(page, 'driver-near')
    await slide(page, 'Drop-off reached')
    await expect(page.getByRole('heading', { level: 1, name: /^Collect CHF\s\d+\.\d[05]$/ })).toBeVisible()
    await page.getByRole('button', { name: /^Confirm cash CHF\s\d+\.\d[05]$/ }).click()
    await expect(page.getByRole('heading', { level: 1, name: /^Paid/ })).toBeVisible()
  })
  await driver.client.rpc('set_driver_active', { active: false })
})
