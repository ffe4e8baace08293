import { randomUUID } from 'node:crypto'
import type { Locator, Page } from '@playwright/test'
import { service } from '../support/people.ts'
import { vaduz } from '../support/places.ts'
import { unwrap } from '../support/responses.ts'
import { goOnline } from '../support/ride.ts'
import { choosePlace, expect, expectAccessible, test } from './fixtures.ts'
import { loseAnswer } from './network.ts'

const button = (page: Page, name: string | RegExp): Locator => page.getByRole('button', { name })
const bookButton = (page: Page): Locator => button(page, /^Book Cab · CHF\s\d+\.\d\d/)

// Spec 8.48
test('a refused promotion code shows one error at its field and does not block the booking', async ({
  open,
  person,
  stack
}) => {
  const code = `ONE${randomUUID().slice(0, 6)}`.toUpperCase()
  const promos = service(stack).from('promos')
  await promos
    .insert({ promo_name: code, promo_discount_value: 3, promo_validity: '2099-12-31', promo_usage_limit: 5 })
    .throwOnError()
  const rider = await person('rider3@hackney.test')
  const page = await open('/', { at: vaduz, as: rider })
  await choosePlace(page, 'Pickup', 'Städtle', /Städtle/)
  await choosePlace(page, 'Drop', 'Schaan', /Schaan/)
  const dialog = page.getByRole('dialog', { name: 'Add a promotion code' })
  const field = dialog.getByRole('textbox', { name: 'Promotion code' })

  await test.step('a code that does not exist', async () => {
    await button(page, 'Add code').click()
    await field.fill('NOSUCH')
    await button(page, 'Apply').click()
    await expect(page.getByText('There is no promotion with this code.')).toHaveCount(1)
    await expect(field).toBeFocused()
    await expectAccessible(page)
    await field.fill('')
    await expect(page.getByText('There is no promotion with this code.')).toHaveCount(0)
  })

  await test.step('the error disappears with the dialog that showed it', async () => {
    await field.fill('NOSUCH')
    await button(page, 'Apply').click()
    await expect(page.getByText('There is no promotion with this code.')).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(button(page, 'Add code')).toBeFocused()
    await button(page, 'Add code').click()
    await expect(field).toHaveValue('')
    await expect(page.getByText('There is no promotion with this code.')).toHaveCount(0)
  })

  await test.step('a code longer than the limit', async () => {
    await field.fill('x'.repeat(41))
    await expect(dialog.getByText('At most 40 characters.')).toBeVisible()
  })

  await test.step('a valid code', async () => {
    await field.fill(code.toLowerCase())
    await button(page, 'Apply').click()
    await expect(dialog).toHaveCount(0)
    await expect(page.getByText(code).first()).toBeVisible()
  })

  await test.step('when the code is withdrawn before the rider books, the price changes first and the ride is booked afterwards', async () => {
    await service(stack).from('promos').delete().eq('promo_name', code).throwOnError()
    await bookButton(page).click()
    await expect(page.getByText(`${code}: There is no promotion with this code.`)).toBeVisible()
    await bookButton(page).click()
    await expect(page).toHaveURL(/\/bookings\/[0-9a-f-]{36}/)
    const booking_id = page.url().split('/').at(-1) ?? ''
    unwrap(await rider.client.rpc('cancel_booking', { booking_id, reason: 'My plans changed' }))
  })
})

// Spec 6.8
test('an admin sees the rider’s price, and reads before pressing anything that only riders book', async ({
  open,
  person
}) => {
  const page = await open('/', { at: vaduz, as: await person('admin@hackney.test') })
  await choosePlace(page, 'Pickup', 'Städtle', /Städtle/)
  await choosePlace(page, 'Drop', 'Schaan', /Schaan/)
  await expect(page.getByRole('radio', { name: /^Cab/ })).toContainText(/CHF\s\d+\.\d\d/)
  await expect(page.getByText(/only riders can book/)).toBeVisible()
  await expect(button(page, /^Book/)).toHaveCount(0)
  await expectAccessible(page)
})

test('a first name of 300 letters is refused at its field, and the error names the limit', async ({ open, person }) => {
  const page = await open('/profile', { as: await person('rider4@hackney.test') })
  const field = page.getByRole('textbox', { name: 'First name' })
  await field.fill('A'.repeat(300))
  await expect(page.getByText('At most 80 characters.')).toBeVisible()
  await button(page, 'Save').click()
  await expect(field).toBeFocused()
  await expect(page.getByText('Something went wrong')).toHaveCount(0)
})

test('the pickup defaults to the device’s position if it is known; otherwise the person chooses it', async ({
  open
}) => {
  const known = await open('/', { at: vaduz })
  await expect(known.getByRole('combobox', { name: 'Pickup' })).toHaveValue(/Vaduz/)
  const unknown = await open('/')
  await expect(unknown.getByRole('combobox', { name: 'Pickup' })).toHaveValue('')
})

// Spec 2.15, 7.1, 7.3
test('on a phone the place search fills the screen, moves on from pickup to drop by itself, and leaves room for four cars', async ({
  open,
  picture
}, { project }) => {
  test.skip(project.name !== 'phone', 'A desktop has room for a list at the field')
  const page = await open('/', { at: vaduz })
  await expect(page.getByRole('combobox', { name: 'Pickup' })).toHaveValue(/Vaduz/)
  await page.getByRole('combobox', { name: 'Pickup' }).click()
  const search = page.getByRole('region', { name: 'Search for a place' })
  await expect(search).toBeVisible()
  await test.step('the phone’s Back button closes the search or a dialog, and stays on the page', async () => {
    await page.goBack()
    await expect(search).toBeHidden()
    await button(page, 'When: Now').click()
    await expect(page.getByRole('dialog', { name: 'When' })).toBeVisible()
    await page.goBack()
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await page.getByRole('combobox', { name: 'Pickup' }).click()
    await expect(search).toBeVisible()
  })
  await choosePlace(page, 'Pickup', 'Städtle', /Städtle/)
  await expect(page.getByRole('combobox', { name: 'Drop' })).toBeFocused()

  await test.step('equally good matches are sorted by distance, and their number is announced', async () => {
    await page.getByRole('combobox', { name: 'Drop' }).fill('bahn')
    await expect(page.getByText(/^\d+ suggestions$/)).toBeAttached()
    const words = await page.getByRole('option').filter({ hasText: /^Bahn/ }).allInnerTexts()
    const far = words.map((text) => Number(/([\d.]+) km/.exec(text)?.[1]))
    expect(far.length).toBeGreaterThan(2)
    expect(far).toEqual(far.toSorted((a, b) => a - b))
    await expectAccessible(page)
    await picture(page, 'search')
  })

  await page.getByRole('option').first().click()
  await expect(bookButton(page)).toBeVisible()
  await expect(page.getByRole('radio', { name: /^Cab/ })).toBeFocused()
  await expect(page.getByText(/^Cab: CHF\s\d+\.\d\d$/)).toBeAttached()
  await expectAccessible(page)
  for (const [width, height] of [
    [390, 844],
    [320, 640]
  ] as const) {
    await page.setViewportSize({ width, height })
    await expect
      .poll(async () => {
        const foot = (await button(page, /^Payment/).boundingBox())?.y ?? 0
        const cars = page.getByRole('radiogroup', { name: 'Car', exact: true }).getByRole('radio')
        const boxes = await Promise.all((await cars.all()).map((radio) => radio.boundingBox()))
        return boxes.filter((box) => box && box.y + box.height <= foot).length
      })
      .toBeGreaterThanOrEqual(4)
    const overlapping = await page
      .getByRole('radiogroup', { name: 'Car', exact: true })
      .locator('[role=radio] .items-baseline > span')
      .evaluateAll((parts) =>
        parts.flatMap((part) =>
          getComputedStyle(part).overflowX === 'visible' && part.scrollWidth > part.clientWidth + 1
            ? [part.textContent]
            : []
        )
      )
    expect(overlapping, 'no text of a car is on top of its price').toEqual([])
    await picture(page, `cars-${width}`)
  }
  await button(page, 'Back').click()
  await expect(page.getByRole('combobox', { name: 'Drop' })).toHaveValue('')
})

// Spec 3.24, 4.49, 5.7, 8.6, 9.1
test('a later ride is chosen by day and quarter of an hour; a time that has passed since is refused with a visible message', async ({
  open,
  person,
  turnableClock
}) => {
  const page = await open('/', { at: vaduz, as: await person('rider2@hackney.test') })
  await choosePlace(page, 'Pickup', 'Städtle', /Städtle/)
  await choosePlace(page, 'Drop', 'Schaan', /Schaan/)
  await expect(bookButton(page)).toBeVisible()
  await button(page, 'When: Now').click()
  const dialog = page.getByRole('dialog', { name: 'When' })
  await expect(dialog.getByText(/^Between /)).toBeVisible()
  await expectAccessible(page)
  await dialog.getByRole('radio', { name: 'Tomorrow' }).click()
  await dialog.getByRole('radio', { name: '00:15' }).click()
  await expect(dialog).toHaveCount(0)
  await expect(button(page, /^When: .*00:15$/)).toBeVisible()
  await turnableClock.turnBy(2 * 86_400)
  await bookButton(page).click()
  const refusal = page.getByText('Please choose a time at least 15 minutes from now.')
  await expect(refusal).toBeInViewport()
  await button(page, 'Choose a time').click()
  await expect(dialog).toBeVisible()
})

test('a car type without a free car says so, and the page offers the type that arrives first', async ({
  open,
  person
}) => {
  const driver = await person('driver@hackney.test')
  await goOnline(driver)
  const page = await open('/', { at: vaduz, as: await person('rider2@hackney.test') })
  await choosePlace(page, 'Pickup', 'Städtle', /Städtle/)
  await choosePlace(page, 'Drop', 'Schaan', /Schaan/)
  await expect(page.getByRole('radio', { name: /^Cab/ })).toContainText(/min, there at \d\d:\d\d/)
  const van = page.getByRole('radio', { name: /^Van/ })
  await expect(van).toContainText('none nearby')
  await van.click()
  await expect(page.getByText('No Van is free near your pickup.')).toBeVisible()
  await expect(button(page, /^Search for Van · CHF/)).toBeVisible()
  await expectAccessible(page)
  await button(page, /^Take Cab: \d+ min$/).click()
  await expect(bookButton(page)).toBeVisible()
  await driver.client.rpc('set_driver_active', { active: false })
})

test('a search without a free driver says so and offers another car by one press; every page links back to the search', async ({
  open,
  person,
  picture
}) => {
  const [driver, rider] = [await person('driver@hackney.test'), await person('rider6@hackney.test')]
  await goOnline(driver)
  const page = await open('/', { at: vaduz, as: rider })
  const search = page.getByRole('heading', { level: 1, name: 'Looking for a driver' })
  const idOf = () => page.url().split('/').at(-1) ?? ''

  await test.step('a van can be booked although no van is free', async () => {
    await choosePlace(page, 'Pickup', 'Städtle', /Städtle/)
    await choosePlace(page, 'Drop', 'Schaan', /Schaan/)
    await page.getByRole('radio', { name: /^Van/ }).click()
    await button(page, /^Search for Van · CHF/).click()
    await expect(search).toBeFocused()
    await expect(page.getByText('No driver is free near you right now.')).toBeVisible()
    await expect(page.getByText(/^Your booking was successful/)).toHaveCount(0)
    await expectAccessible(page)
    await picture(page, 'nobody-comes')
  })

  const van = idOf()
  await test.step('one press books the free cab instead, also if the answer about the first is lost, and its driver gets the offer', async () => {
    await loseAnswer(page, /rpc\/cancel_booking/)
    await button(page, /^Take Cab instead · CHF\s\d+\.\d\d$/).click()
    await expect(page).not.toHaveURL(new RegExp(van))
    await expect(page.getByText('Asking 1 driver near you.')).toBeVisible()
    const first = unwrap(await rider.client.from('bookings').select('status').eq('id', van).single())
    expect(first.status).toBe('CANCELLED')
  })

  await test.step('a link on other pages leads back to the search', async () => {
    const cab = idOf()
    await page.goto('/')
    const pill = page.getByRole('link', { name: 'Looking for a driver' })
    await expect(pill).toBeVisible()
    await page.goto('/about-us')
    await pill.click()
    await expect(page).toHaveURL(new RegExp(cab))
    await expect(pill).toHaveCount(0)
  })

  await test.step('after cancelling, the same ride can be booked again', async () => {
    unwrap(await rider.client.rpc('cancel_booking', { booking_id: idOf(), reason: 'My plans changed' }))
    await page.getByRole('link', { name: 'Book again' }).click()
    await expect(page.getByRole('combobox', { name: 'Pickup' })).toHaveValue(/Städtle/)
    await expect(page.getByRole('combobox', { name: 'Drop' })).toHaveValue(/Schaan/)
    await expect(bookButton(page)).toBeVisible()
    await expect(page).toHaveURL(/\/$/)
  })
  await driver.client.rpc('set_driver_active', { active: false })
})
