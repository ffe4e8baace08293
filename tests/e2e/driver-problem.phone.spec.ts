/** A driver reports problems of a trip: without a signal, on the trip and after it; the desk answers. */
import { vaduz } from '../support/places.ts'
import { unwrap } from '../support/responses.ts'
import { bookAccepted, start } from '../support/ride.ts'
import { expect, expectAccessible, expectNoSidewaysScroll, test } from './fixtures.ts'
import { expectEveryManner } from './manners.ts'
import { networkOf } from './network.ts'

test('a driver reports a problem without a signal, the desk answers, and after the trip the driver reports a found item', async ({
  open,
  person,
  picture
}) => {
  const rider = await person('rider9@hackney.test')
  const driver = await person('driver@hackney.test')
  const admin = await person('admin@hackney.test')
  const { id, reference } = await bookAccepted(rider, driver)
  await start(rider, driver, id)
  const page = await open('/drive', { at: vaduz, as: driver })
  const network = await networkOf(page)
  await page.goto(`/bookings/${id}`)
  const own = page.getByRole('region', { name: 'Problems on this trip' })
  const dialog = page.getByRole('dialog', { name: 'Report a problem' })

  await test.step('without a signal the phone keeps the report', async () => {
    await own.getByRole('button', { name: 'Report a problem' }).click()
    await expect(dialog.getByRole('button', { name: 'Send to the desk' })).toBeDisabled()
    await dialog.getByRole('combobox', { name: 'What is it about?' }).selectOption({ label: 'Passenger' })
    await dialog.getByRole('textbox', { name: 'What happened?' }).fill('They smoke in the car.')
    await expectAccessible(page, '[role=dialog]')
    await expectEveryManner(page, 'problem-dialog', { within: '[role=dialog]', isSunny: true, keep: picture })
    await network.cut()
    await dialog.getByRole('button', { name: 'Send to the desk' }).click()
    const kept = own.getByRole('article', { name: 'Passenger' })
    await expect(kept.getByText('Kept on this phone.', { exact: false })).toBeVisible()
    await expectNoSidewaysScroll(page)
    await picture(page, 'problem-kept')
    await network.find()
    await expect(kept.getByText('The desk has not answered yet.', { exact: false })).toBeVisible()
  })

  await test.step('the desk sees which driver reported it, and answers', async () => {
    const desk = await open('/bookings', { as: admin })
    const row = desk
      .getByRole('list', { name: 'What needs attention, what hurts most first' })
      .getByRole('listitem')
      .filter({ hasText: 'Driver: passenger' })
      .filter({ hasText: reference })
    await row.getByRole('button').first().click()
    const story = desk.getByRole('article', { name: 'Passenger' })
    await expect(story).toContainText('They smoke in the car.')
    await expect(story).toContainText('The driver,')
    await story.getByRole('textbox', { name: 'Answer to the driver' }).fill('We have told them.')
    await expectAccessible(desk)
    await picture(desk, 'problem-desk')
    await story.getByRole('button', { name: 'Answer and close' }).click()
    await expect(row).toHaveCount(0)
    await expect(own.getByRole('article', { name: 'Passenger' })).toContainText('We have told them.')
    const { data } = await driver.client.from('notices').select('key').eq('booking_id', id).eq('key', 'case_answered')
    expect(data).toHaveLength(1)
  })

  await test.step('after the trip a found item is reported in Arabic and the dark scheme, and the rider cannot read it', async () => {
    unwrap(await driver.client.rpc('reach_drop', { booking_id: id }))
    unwrap(await driver.client.rpc('confirm_cash', { booking_id: id }))
    const arabic = await open(`/bookings/${id}`, { at: vaduz, as: driver, locale: 'ar', dark: true })
    await arabic.getByRole('button', { name: 'الإبلاغ عن مشكلة' }).click()
    const ask = arabic.getByRole('dialog')
    await ask.getByRole('combobox').selectOption('found')
    await ask.getByRole('textbox').fill('مظلة حمراء')
    await expectAccessible(arabic, '[role=dialog]')
    await ask.getByRole('button', { name: 'إرسال إلى المكتب' }).click()
    await expect(arabic.getByRole('article', { name: 'وجدت غرضًا' })).toContainText('مظلة حمراء')
    await expectAccessible(arabic)
    await expectNoSidewaysScroll(arabic)
    await picture(arabic, 'problem-ar')
    const { data } = await rider.client.from('cases').select('id').eq('booking_id', id)
    expect(data).toEqual([])
  })
  await driver.client.rpc('set_driver_active', { active: false })
})
