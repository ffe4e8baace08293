/** A firm that employs its drivers: from the set-up to a paid ride, whose price is its revenue, and the cash that is handed in. */
import { drivePaths } from '../../src/config/drive-paths.ts'
import { paths } from '../../src/config/paths.ts'
import { totpOf } from '../support/authenticator.ts'
import { service, signIn, storageOf } from '../support/people.ts'
import { unwrap } from '../support/responses.ts'
import { accept, book, goOnline, offerOf, start } from '../support/ride.ts'
import { newLink } from '../support/setup-link.ts'
import { storiesOn } from './demo-stack.ts'
import { expect, expectAccessible, expectNoSidewaysScroll } from './fixtures.ts'

const test = storiesOn({ demo: false, args: ['--empty', '--extract=try'] })
test.setTimeout(480_000)

test('a firm with employed drivers sees the price of a ride as its revenue and takes the driver’s cash', async ({
  open,
  stack,
  picture,
  browser
}) => {
  const page = await open(await newLink(stack))

  await test.step('the owner signs in by the one-time link', async () => {
    await page.getByRole('textbox', { name: 'Your e-mail address' }).fill('ann@taxi.example')
    await page.getByRole('button', { name: 'Continue' }).click()
    await page.getByRole('button', { name: 'Set up an app' }).click()
    const key = (await page.getByRole('main').locator('code').innerText()).replaceAll(' ', '')
    await page.getByRole('textbox', { name: 'Code from the app' }).fill(totpOf(key))
    await page.getByRole('button', { name: 'Continue' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeVisible()
  })

  await test.step('drivers are employees', async () => {
    await page.goto(`${paths.setup}?step=offer`)
    await expect(page.getByRole('heading', { level: 2, name: 'How do you work?' })).toBeVisible()
    await page.getByRole('radio', { name: 'Are employees' }).click()
    await expect(page.getByText('The whole fare is your revenue.')).toBeVisible()
    await expectAccessible(page)
    await expectNoSidewaysScroll(page)
    await picture(page, 'setup-ways')
    await page.getByRole('button', { name: 'Confirm and continue' }).click()
    await expect(page.getByRole('heading', { level: 2, name: 'How do you work?' })).toBeHidden()
  })

  await test.step('the price of a ride is all that the cars need', async () => {
    await page.goto(`${paths.setup}?step=cars`)
    await page.getByRole('textbox', { name: 'A ride of' }).fill('22')
    await expect(page.getByText('35.20')).toBeVisible()
    await expect(page.getByRole('textbox', { name: 'Your share of it' })).toHaveCount(0)
    await page.getByRole('button', { name: 'Make these car types' }).click()
    await expect(page.getByRole('heading', { level: 2, name: 'What does a ride cost in your town?' })).toBeHidden()
  })

  await test.step('a driver is added', async () => {
    await page.goto(paths.driver('new'))
    await page.getByRole('textbox', { name: 'First name' }).fill('Dora')
    await page.getByRole('textbox', { name: 'Last name' }).fill('Frick')
    await page.getByRole('textbox', { name: 'E-mail' }).fill('dora@taxi.example')
    await page.getByRole('combobox', { name: 'Car type' }).selectOption('Cab')
    await page.getByRole('textbox', { name: 'Plate' }).fill('FL 4711')
    await page.getByRole('button', { name: 'Add driver' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Dora Frick' })).toBeVisible()
  })

  const driver = await signIn(stack, 'dora@taxi.example')
  await test.step('the driver’s first day is one page, which says what is missing', async () => {
    const storageState = await storageOf(driver, stack.WEB_URL ?? '')
    const own = await (await browser.newContext({ storageState, viewport: { width: 390, height: 844 } })).newPage()
    await own.goto(new URL(paths.drive, stack.WEB_URL).href)
    await expect(own.getByRole('heading', { level: 1, name: 'Your first day' })).toBeVisible()
    for (const part of ['papers', 'picture'])
      await expect(own.getByRole('region', { name: new RegExp(`Your ${part}.*Missing`) })).toBeVisible()
    // Wages are paid outside of the platform.
    await expect(own.getByRole('region', { name: /Your bank account/ })).toHaveCount(0)
    await expectAccessible(own)
    await expectNoSidewaysScroll(own)
    await picture(own, 'first-day')
    await own.getByRole('link', { name: 'Later, go to the work page' }).click()
    await expect(own.getByRole('heading', { level: 1, name: 'Your first day' })).toBeHidden()
    await own.context().close()
  })
  const price = await test.step('the ride is driven and paid in cash', async () => {
    const rider = await signIn(stack, 'rita@example.com')
    unwrap(await rider.client.rpc('update_profile', { first_name: 'Rita', last_name: 'Marxer' }))
    await goOnline(driver)
    const { id } = await book(rider)
    const offer = await offerOf(driver, id)
    expect(offer.driver_share).toBe(0)
    await accept(driver, id)
    await start(rider, driver, id)
    unwrap(await driver.client.rpc('reach_drop', { booking_id: id }))
    unwrap(await driver.client.rpc('confirm_cash', { booking_id: id }))
    const paid = unwrap(await service(stack).from('bookings').select('status,trip_cost').eq('id', id).single())
    expect(paid.status).toBe('PAID')
    unwrap(await driver.client.rpc('set_driver_active', { active: false }))
    return paid.trip_cost.toFixed(2)
  })

  await test.step('the dashboard shows the whole price as revenue', async () => {
    await page.goto(paths.dashboard)
    await expect(page.getByRole('main').getByText(`CHF ${price}`).first()).toBeVisible()
    await picture(page, 'employees-dashboard')
  })

  await test.step('the driver sees the cash to hand in, and earns no fare', async () => {
    const own = await (
      await browser.newContext({ storageState: await storageOf(driver, stack.WEB_URL ?? '') })
    ).newPage()
    await own.goto(new URL(drivePaths.money, stack.WEB_URL).href)
    await expect(own.getByText('You have to hand in')).toBeVisible()
    await expect(own.getByText(`CHF ${price}`).first()).toBeVisible()
    await expect(own.getByText('The fares of your trips are your company’s.')).toBeVisible()
    await expectAccessible(own)
    await picture(own, 'employees-driver')
    await own.context().close()
  })

  await test.step('the office takes the cash', async () => {
    await page.goto(`${paths.driver(driver.id)}?tab=wallet`)
    await expect(page.getByText(`The driver owes CHF ${price}.`)).toBeVisible()
    await expectAccessible(page)
    await picture(page, 'employees-cash')
    await page.getByRole('button', { name: `Take CHF ${price} in cash` }).click()
    await expect(page.getByText('Cash handed in')).toBeVisible()
    await expect(page.getByText(`The driver owes CHF ${price}.`)).toBeHidden()
  })
})
