/** The shared cars, as the office and a fleet manage them. */
import { paths } from '../../src/config/paths.ts'
import { service } from '../support/people.ts'
import { unwrap } from '../support/responses.ts'
import { expect, expectAccessible, test } from './fixtures.ts'
import { expectEveryManner } from './manners.ts'

/** A PNG of one pixel. */
const pixel = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64'
)

test('an admin adds a shared car for one driver, sees how it was taken over, and ends a forgotten shift', async ({
  open,
  person,
  picture,
  stack
}) => {
  const [admin, driver, other] = [
    await person('admin@hackney.test'),
    await person('driver2@hackney.test'),
    await person('driver3@hackney.test')
  ]
  const arrange = service(stack)
  const drivers = unwrap(await arrange.from('drivers').select('id,fleet_id').in('id', [driver.id, other.id]))
  await arrange.from('drivers').update({ fleet_id: null }).in('id', [driver.id, other.id]).throwOnError()
  const { first_name, last_name } = unwrap(
    await arrange.from('profiles').select('first_name,last_name').eq('id', driver.id).single()
  )
  const name = `${first_name} ${last_name}`
  const page = await open(paths.vehicles, { as: admin })
  const row = page.getByRole('row').filter({ hasText: 'FL 77 300' })
  const form = page.getByRole('dialog')

  await test.step('without a plate and a car type nothing is saved', async () => {
    await page.getByRole('button', { name: 'New car' }).click()
    await form.getByRole('button', { name: 'Save' }).click()
    await expect(form.getByRole('alert').first()).toBeVisible()
    await form.getByRole('textbox', { name: 'Passengers' }).fill('21')
    await expect(form.getByText('From 1 to 20.')).toBeVisible()
  })

  await test.step('a car is added, for one driver only', async () => {
    await form.getByRole('combobox', { name: 'Car type' }).selectOption({ label: 'Cab' })
    await form.getByRole('textbox', { name: 'Plate' }).fill('FL 77 300')
    await form.getByRole('textbox', { name: 'Make' }).fill('Skoda')
    await form.getByRole('textbox', { name: 'Passengers' }).fill('4')
    await form.getByRole('textbox', { name: 'Mileage' }).fill('52000')
    await form.getByRole('checkbox', { name: 'Takes a wheelchair' }).check()
    await form.getByRole('combobox', { name: 'Allow a driver' }).fill(name)
    await form.getByRole('option').filter({ hasText: name }).first().click()
    await expect(form.getByText('Only these drivers may take it.')).toBeVisible()
    await expectAccessible(page, '[role=dialog]')
    await picture(page, 'vehicle-form')
    await expectEveryManner(page, 'vehicle-form', { within: '[role=dialog]', target: 24, keep: picture })
    await form.getByRole('button', { name: 'Save' }).click()
    await expect(row).toContainText('Free')
    await expect(row).toContainText(name)
    expect(unwrap(await other.client.rpc('shared_vehicles')).map((car) => car.vehicle_number)).not.toContain(
      'FL 77 300'
    )
  })

  await test.step('the page shows the driver of the car, with mileage, damage and pictures', async () => {
    const [car] = unwrap(await driver.client.rpc('shared_vehicles')).filter((one) => one.vehicle_number === 'FL 77 300')
    const path = `${driver.id}/front`
    const sent = await driver.client.storage.from('shifts').upload(path, pixel, { contentType: 'image/png' })
    expect(sent.error).toBeNull()
    const check = { vehicle_id: car?.id ?? '', mileage: 52_010, photos: [path], note: 'Dent in the rear door' }
    unwrap(await driver.client.rpc('start_shift', check))
    // Until the check of the picture ends, storage refuses it to others.
    await page.route('**/object/sign/shifts/**', (route) => route.fulfill({ status: 400, json: {} }))
    await page.route('**/rpc/check_file', (route) => route.fulfill({ json: 'checking' }))
    await page.reload()
    await expect(row).toContainText('In use')
    await row.click()
    const aside = page.getByRole('complementary')
    await expect(aside.getByText('Dent in the rear door')).toBeVisible()
    await expect(aside.getByText('Being checked')).toBeVisible()
    await expectAccessible(page)
    await picture(page, 'vehicles-checking')
    await page.unroute('**/object/sign/shifts/**')
    await page.unroute('**/rpc/check_file')
    await expect(aside.getByRole('img', { name: 'Picture 1' })).toBeVisible()
    await expectAccessible(page)
    await picture(page, 'vehicles')
    await aside.getByRole('button', { name: 'Picture 1' }).click()
    const large = page.getByRole('dialog', { name: 'Picture 1' })
    await expect(large.getByRole('img', { name: 'Picture 1' })).toBeVisible()
    await expectAccessible(page, '[role=dialog]')
    await picture(page, 'vehicles-picture')
    await page.keyboard.press('Escape')
    await expect(large).toBeHidden()
  })

  await test.step('another fleet sees nothing of it', async () => {
    const fleet = await person('fleet2@hackney.test')
    expect(unwrap(await fleet.client.rpc('shared_vehicles')).map((car) => car.vehicle_number)).not.toContain(
      'FL 77 300'
    )
    const theirs = await open(paths.vehicles, { as: fleet })
    await expect(theirs.getByRole('heading', { level: 1, name: 'Shared cars' })).toBeVisible()
    await expect(theirs.getByText('FL 77 300')).toHaveCount(0)
  })

  await test.step('a forgotten shift is ended, and the car is free', async () => {
    await row.getByRole('button', { name: /^Actions/ }).click()
    await page.getByRole('menuitem', { name: 'End the shift' }).click()
    const ask = page.getByRole('dialog', { name: 'End the shift with FL 77 300?' })
    await expectAccessible(page, '[role=dialog]')
    await ask.getByRole('button', { name: 'End the shift' }).click()
    await expect(row).toContainText('Free')
  })
  for (const { id, fleet_id } of drivers) await arrange.from('drivers').update({ fleet_id }).eq('id', id).throwOnError()
})
