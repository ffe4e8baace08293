/** The firm decides which papers drivers need: from a day on, a driver works only with an approved one. */
import { paths } from '../../src/config/paths.ts'
import { service } from '../support/people.ts'
import { vaduz } from '../support/places.ts'
import { unwrap } from '../support/responses.ts'
import { expect, expectAccessible, expectNoSidewaysScroll, test } from './fixtures.ts'
import { expectEveryManner } from './manners.ts'

const phone = { width: 390, height: 844 }

/** A PNG of one pixel. */
const pixel = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64'
)

test('the firm needs an inspection of each car from a day on: a driver without one cannot go online until it is approved', async ({
  open,
  person,
  picture,
  stack
}) => {
  const admin = await person('admin@hackney.test')
  const driver = await person('driver7@hackney.test')
  const other = await person('driver8@hackney.test')
  const db = service(stack)
  const kind = async () => unwrap(await db.from('paper_kinds').select().eq('id', 'inspection').single())
  const page = await open(paths.paperKinds, { as: admin })
  const dialog = page.getByRole('dialog', { name: 'Vehicle inspection' })

  await test.step('the office switches the kind on and says from when drivers need it, not at once', async () => {
    const rows = page.getByRole('grid').locator('tbody tr')
    await expect(rows).toHaveCount(6)
    await expectAccessible(page)
    await picture(page, 'paper-kinds')
    await page.getByRole('button', { name: 'Actions for Vehicle inspection' }).click()
    await page.getByRole('menuitem', { name: 'Edit' }).click()
    await dialog.getByRole('checkbox', { name: 'Drivers hand it in' }).check()
    await dialog.getByRole('checkbox', { name: 'Drivers need it to work' }).check()
    const from = dialog.getByRole('textbox', { name: 'From' })
    const proposed = await from.inputValue()
    await from.fill('1/1/2020')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await expect(dialog.getByText('Please choose a later day')).toBeVisible()
    await expectEveryManner(page, 'paper-kind-dialog', { within: '[role=dialog]', keep: picture })
    await from.fill(proposed)
    await dialog.getByRole('button', { name: 'Save' }).click()
    await expect(dialog).toBeHidden()
    await expect(rows.filter({ hasText: 'Vehicle inspection' })).toContainText('From')
    expect(await kind()).toMatchObject({ active: true, has_expiry: true })
  })

  await test.step('the office adds a kind of its own', async () => {
    await page.getByRole('button', { name: 'New paper' }).click()
    const form = page.getByRole('dialog', { name: 'New paper' })
    await form.getByRole('button', { name: 'Save' }).click()
    await expect(form.getByText('Please give it a name.')).toBeVisible()
    await form.getByRole('textbox', { name: 'Paper' }).fill('First-aid course')
    await form.getByRole('checkbox', { name: 'It has a number' }).uncheck()
    await form.getByRole('checkbox', { name: 'It expires on a day' }).uncheck()
    await form.getByRole('button', { name: 'Save' }).click()
    await expect(page.getByRole('gridcell', { name: 'First-aid course', exact: true })).toBeVisible()
    await page.setViewportSize(phone)
    await expectNoSidewaysScroll(page)
    await expectEveryManner(page, 'paper-kinds', { keep: picture })
  })

  const car = await open('/drive/car', { at: vaduz, as: driver })
  const inspection = car.getByRole('article', { name: 'Vehicle inspection' })
  try {
    await test.step('a driver reads that it is missing, and until when there is time', async () => {
      await expect(inspection).toContainText('You need it from')
      await expect(car.getByRole('article', { name: 'First-aid course' })).toContainText('Missing')
      await expectAccessible(car)
    })

    await test.step('from the day on, a driver without it cannot go online', async () => {
      unwrap(await db.from('paper_kinds').update({ needed_from: '2020-01-01' }).eq('id', 'inspection').select())
      await expect(inspection).toContainText('You get no trips without it.')
      await car.goto('/drive')
      await car.getByRole('button', { name: 'Go online' }).click()
      await expect(car.getByText('A paper that you need is missing or has expired.')).toBeVisible()
    })

    await test.step('the driver hands it in, and the office approves it', async () => {
      await car.goto('/drive/car')
      await inspection.getByRole('button', { name: 'Hand it in' }).click()
      const form = car.getByRole('dialog', { name: 'Vehicle inspection' })
      await form.getByLabel('File').setInputFiles({ name: 'inspection.png', mimeType: 'image/png', buffer: pixel })
      await form.getByRole('textbox', { name: 'Number on it' }).fill('MFK 7')
      await form.getByRole('textbox', { name: 'Valid until' }).fill('31/12/2090')
      await form.getByRole('button', { name: 'Hand in', exact: true }).click()
      await expect(form).toBeHidden()
      await expect(inspection).toContainText('Being checked')
      const { path } = unwrap(
        await db.from('driver_documents').select('path').eq('driver_id', driver.id).eq('kind', 'inspection').single()
      )
      await expect
        .poll(async () => (await driver.client.rpc('check_file', { bucket: 'users', path })).data)
        .toBe('clean')
      await page.setViewportSize({ width: 1280, height: 800 })
      await page.goto(`${paths.driver(driver.id)}?tab=documents`)
      await expect(page.getByRole('region', { name: 'Vehicle inspection', exact: true })).toBeVisible()
      await page.getByRole('button', { name: 'Approve document' }).click()
      await expect(inspection.getByText('Valid', { exact: true })).toBeVisible()
    })

    await test.step('a paper without number and end asks for neither', async () => {
      await car.getByRole('article', { name: 'First-aid course' }).getByRole('button', { name: 'Hand it in' }).click()
      const form = car.getByRole('dialog', { name: 'First-aid course' })
      await expect(form.getByRole('textbox')).toHaveCount(0)
      await form.getByLabel('File').setInputFiles({ name: 'course.png', mimeType: 'image/png', buffer: pixel })
      await form.getByRole('button', { name: 'Hand in', exact: true }).click()
      await expect(car.getByRole('article', { name: 'First-aid course' })).toContainText('Being checked')
    })

    await test.step('with the approved paper the driver goes online, and one without it does not', async () => {
      await car.goto('/drive')
      await car.getByRole('button', { name: 'Go online' }).click()
      const isOnDuty = async () =>
        unwrap(await db.from('drivers').select('driver_active_status').eq('id', driver.id).single())
      await expect.poll(isOnDuty).toEqual({ driver_active_status: true })
      const { error } = await other.client.rpc('set_driver_active', { active: true })
      expect(error?.message).toBe('document_expired')
    })
  } finally {
    await driver.client.rpc('set_driver_active', { active: false })
    await db.from('paper_kinds').update({ active: false, needed_from: null }).in('id', ['inspection']).throwOnError()
    await db.from('paper_kinds').update({ active: false }).eq('name', 'First-aid course').throwOnError()
  }
})
