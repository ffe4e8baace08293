/** Saved places and the stops of a ride. */
import { randomUUID } from 'node:crypto'
import type { Locator, Page } from '@playwright/test'
import { paths } from '../../src/config/paths.ts'
import { vaduz } from '../support/places.ts'
import { choosePlace, expect, expectAccessible, test } from './fixtures.ts'

const button = (page: Page, name: string | RegExp): Locator => page.getByRole('button', { name })
const field = (page: Page, name: string): Locator => page.getByRole('combobox', { name, exact: true })

// Spec 3.12
test('a rider saves a place by name, finds it before typing, renames and removes it; home is proposed once', async ({
  open,
  person,
  picture
}, { project }) => {
  const page = await open('/', { at: vaduz, as: await person('rider9@hackney.test') })
  const gym = `Gym ${randomUUID().slice(0, 4)}`
  await choosePlace(page, 'Pickup', 'Städtle', /Städtle/)
  if (project.name === 'phone') await page.getByRole('combobox', { name: 'Pickup' }).click()
  else await field(page, 'Pickup').click()
  await test.step('a place is saved from its field', async () => {
    const save = page.getByRole('option', { name: /^Save this place/ }).or(button(page, 'Save this place'))
    await save.first().click()
    const dialog = page.getByRole('dialog', { name: 'Save this place' })
    await dialog.getByRole('radio', { name: 'Another name' }).click()
    await dialog.getByRole('textbox', { name: 'Name' }).fill('x'.repeat(41))
    await expect(dialog.getByText('At most 40 characters.')).toBeVisible()
    await dialog.getByRole('textbox', { name: 'Name' }).fill(gym)
    await expectAccessible(page)
    await dialog.getByRole('button', { name: 'Save' }).click()
    await expect(dialog).toHaveCount(0)
  })
  await test.step('the other field lists it before a letter is typed, and it is renamed from there', async () => {
    await field(page, 'Drop').click()
    await expect(page.getByRole('option', { name: new RegExp(gym) })).toBeVisible()
    await page.getByRole('option', { name: 'Edit your places' }).click()
    const dialog = page.getByRole('dialog', { name: 'Saved places' })
    await dialog.getByRole('button', { name: `Rename ${gym}` }).click()
    await dialog.getByRole('textbox', { name: 'Name' }).fill(`<b>${gym}</b>`)
    await expectAccessible(page)
    await picture(page, 'places')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await expect(dialog.getByText(`<b>${gym}</b>`)).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(dialog).toHaveCount(0)
  })
  await test.step('the places page in the account menu adds and removes places', async () => {
    await page.goto(paths.places)
    await button(page, `Remove <b>${gym}</b>`).click()
    await page.getByRole('button', { name: 'Remove', exact: true }).last().click()
    await expect(page.getByText(`<b>${gym}</b> was removed.`)).toBeAttached()
    await expect(button(page, `Remove <b>${gym}</b>`)).toHaveCount(0)
    await button(page, 'Add a place').click()
    await expectAccessible(page)
    await field(page, 'Address').fill('Malbun')
    await page
      .getByRole('option', { name: /Malbun/ })
      .first()
      .click()
    await page.getByRole('dialog').getByRole('radio', { name: 'Another name' }).click()
    await page.getByRole('dialog').getByRole('textbox', { name: 'Name' }).fill(gym)
    await button(page, 'Save').click()
    await expect(button(page, `Remove ${gym}`)).toBeVisible()
    await expectAccessible(page)
    await button(page, `Remove ${gym}`).click()
    await page.getByRole('button', { name: 'Remove', exact: true }).last().click()
    await expect(button(page, `Remove ${gym}`)).toHaveCount(0)
  })
})

test('a visitor finds the places chosen last on this device, and can remove them', async ({ open }) => {
  const page = await open('/')
  await choosePlace(page, 'Pickup', 'Bendern', /Bendern/)
  await page.reload()
  await field(page, 'Drop').click()
  await expect(page.getByRole('option', { name: /Bendern/ })).toBeVisible()
  await page.getByRole('option', { name: 'Edit your places' }).click()
  const dialog = page.getByRole('dialog', { name: 'Saved places' })
  await expect(dialog.getByText(/on this device only/)).toBeVisible()
  await dialog.getByRole('button', { name: /^Remove .*Bendern/ }).click()
  await dialog.getByRole('button', { name: 'Remove', exact: true }).click()
  await expect(dialog.getByText(/^No places yet/)).toBeVisible()
  await expectAccessible(page)
})

test('stops are reordered by dragging and by keys, each move is announced, and the price follows', async ({
  open,
  person,
  picture
}) => {
  const page = await open('/', { at: vaduz, as: await person('rider9@hackney.test') })
  await choosePlace(page, 'Pickup', 'Städtle', /Städtle/)
  await choosePlace(page, 'Drop', 'Schaan', /Schaan/)
  const cab = page.getByRole('radio', { name: /^Cab/ })
  const price = async () => /CHF\s[\d.]+/.exec(await cab.innerText())?.[0]
  await expect(cab).toContainText(/CHF\s\d+\.\d\d/)
  await test.step('pickup and drop are swapped', async () => {
    await button(page, 'Swap pickup and drop').click()
    await expect(field(page, 'Pickup')).toHaveValue(/Schaan/)
    await button(page, 'Swap pickup and drop').click()
    await expect(field(page, 'Pickup')).toHaveValue(/Städtle/)
  })
  await button(page, 'Add a stop').click()
  await choosePlace(page, 'Stop 1', 'Triesen', /Triesen/)
  await expect(cab).toContainText(/CHF\s\d+\.\d\d/)
  await button(page, 'Add a stop').click()
  await choosePlace(page, 'Stop 2', 'Bendern', /Bendern/)
  await expect(cab).toContainText(/CHF\s\d+\.\d\d/)
  const zigzag = await price()
  await test.step('a stop is moved by keys', async () => {
    await button(page, /^Move .*Bendern/).press('ArrowUp')
    await expect(field(page, 'Stop 1')).toHaveValue(/Bendern/)
    await expect(page.getByText(/Bendern.* is now number 2 of 4\./)).toBeAttached()
    await expect(button(page, /^Move .*Bendern/)).toBeFocused()
    await expect.poll(price).not.toBe(zigzag)
    await expectAccessible(page)
    await picture(page, 'stops')
  })
  await test.step('a stop is moved by dragging', async () => {
    const [from, to] = await Promise.all([
      button(page, /^Move .*Bendern/).boundingBox(),
      field(page, 'Drop').boundingBox()
    ])
    await page.mouse.move((from?.x ?? 0) + 8, (from?.y ?? 0) + 8)
    await page.mouse.down()
    await page.mouse.move((from?.x ?? 0) + 8, (to?.y ?? 0) + (to?.height ?? 0), { steps: 8 })
    await page.mouse.up()
    await expect(field(page, 'Drop')).toHaveValue(/Bendern/)
    await expect(field(page, 'Stop 2')).toHaveValue(/Schaan/)
  })
  await test.step('a stop is removed', async () => {
    await button(page, 'Remove stop 1').click()
    await expect(field(page, 'Stop 2')).toHaveCount(0)
    await expect(cab).toContainText(/CHF\s\d+\.\d\d/)
  })
})
