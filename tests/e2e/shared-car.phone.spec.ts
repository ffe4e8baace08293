/** A shift with a shared car: the check before it, its lock against other drivers, and its end. */
import { service } from '../support/people.ts'
import { vaduz } from '../support/places.ts'
import { unwrap } from '../support/responses.ts'
import { expect, expectAccessible, expectNoSidewaysScroll, test } from './fixtures.ts'
import { expectEveryManner } from './manners.ts'

/** A PNG of one pixel. */
const pixel = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64'
)

test('a driver checks a shared car and drives it for a shift, and another driver waits for it', async ({
  open,
  person,
  picture,
  stack
}) => {
  const driver = await person('driver2@hackney.test')
  const other = await person('driver3@hackney.test')
  const admin = await person('admin@hackney.test')
  const arrange = service(stack)
  const ask = (isAsked: boolean) =>
    arrange.from('settings').update({ shift_mileage: isAsked, shift_photos: isAsked }).eq('id', 1).throwOnError()
  const drivers = unwrap(
    await arrange.from('drivers').select('id,fleet_id,car_type_id').in('id', [driver.id, other.id])
  )
  const before = drivers.find(({ id }) => id === driver.id)
  const otherFleet = drivers.find(({ id }) => id === other.id)?.fleet_id ?? null
  const fleet_id = before?.fleet_id ?? null
  await arrange.from('drivers').update({ fleet_id }).eq('id', other.id).throwOnError()
  const vehicle = {
    fleet_id,
    car_type_id: before?.car_type_id ?? '',
    vehicle_number: 'FL 88 100',
    vehicle_make: 'VW',
    vehicle_model: 'Sharan',
    vehicle_color: 'white',
    child_seats: 2,
    mileage: 41_000
  }
  const { id: vehicleId } = unwrap(await admin.client.rpc('save_shared_vehicle', { vehicle }))
  await ask(true)
  const page = await open('/drive', { at: vaduz, as: driver })
  const check = page.getByRole('dialog', { name: 'Check your car' })

  await test.step('going online asks for the car, its mileage and its condition', async () => {
    await page.getByRole('button', { name: 'Go online' }).click()
    await expect(check).toBeVisible()
    await check.getByRole('radio', { name: /FL 88 100/ }).check()
    await check.getByRole('button', { name: 'Begin the shift' }).click()
    await expect(check.getByText('Please enter the mileage of the car.')).toBeVisible()
    await expect(check.getByText('Please take a picture of the car first.')).toBeVisible()
    await check.getByRole('textbox', { name: 'Mileage of the car' }).fill('40900')
    await expect(check.getByText('The mileage cannot be lower than before.')).toBeVisible()
    await check.getByRole('textbox', { name: 'Mileage of the car' }).fill('41005')
    await check.getByLabel('Take a picture').setInputFiles({ name: 'car.png', mimeType: 'image/png', buffer: pixel })
    await expect(check.getByRole('img', { name: 'Picture 1 of the car' })).toBeVisible()
    await check.getByRole('textbox', { name: /^Damage you see/ }).fill('Scratch at the left door')
    await expectAccessible(page, '[role=dialog]')
    await expectNoSidewaysScroll(page)
    await expectEveryManner(page, 'shift-check', { within: '[role=dialog]', keep: picture })
    await check.getByRole('button', { name: 'Begin the shift' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Waiting for trips' })).toBeVisible()
  })

  await test.step('passengers and dispatch see the car of the shift', async () => {
    await expect(page.getByRole('region', { name: 'Your shift' }).getByText('FL 88 100')).toBeVisible()
    await expectAccessible(page)
    await expectEveryManner(page, 'shift-card', { keep: picture })
    const { vehicle_number, vehicles } = unwrap(
      await driver.client.from('drivers').select('vehicle_number,vehicles(child_seats)').eq('id', driver.id).single()
    )
    expect([vehicle_number, vehicles?.child_seats]).toEqual(['FL 88 100', 2])
  })

  await test.step('no other driver can take it meanwhile', async () => {
    const second = await open('/drive', { at: vaduz, as: other, locale: 'ar', dark: true })
    await second.getByRole('button', { name: 'بدء العمل' }).click()
    const theirs = second.getByRole('dialog')
    await expect(theirs.getByRole('radio', { name: /FL 88 100/ })).toBeDisabled()
    await expectAccessible(second, '[role=dialog]')
    await expectNoSidewaysScroll(second)
    await picture(second, 'shift-check-ar')
  })

  await test.step('ending the shift asks for the mileage and frees the car', async () => {
    await page.getByRole('button', { name: 'End the shift' }).click()
    const end = page.getByRole('dialog', { name: 'End the shift?' })
    await end.getByRole('textbox', { name: 'Mileage of the car' }).fill('41,180')
    await expectAccessible(page, '[role=dialog]')
    await expectEveryManner(page, 'shift-end', { within: '[role=dialog]', keep: picture })
    await end.getByRole('button', { name: 'End the shift' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'You are offline' })).toBeVisible()
    await expect(page.getByRole('region', { name: 'Your shift' })).toHaveCount(0)
    const [shift] = unwrap(await admin.client.rpc('vehicle_shifts', { vehicle_id: vehicleId ?? '' }))
    expect(shift).toMatchObject({ mileage_begin: 41_005, mileage_end: 41_180, note: 'Scratch at the left door' })
    expect(shift?.photos).toHaveLength(1)
  })
  await ask(false)
  unwrap(await admin.client.rpc('save_shared_vehicle', { vehicle: { id: vehicleId, retired: true } }))
  await arrange.from('drivers').update({ fleet_id: otherFleet }).eq('id', other.id).throwOnError()
})
