/** A new firm: from the one-time link, with an empty database, to its first paid ride. */
import { paths } from '../../src/config/paths.ts'
import { service, signIn, visitor } from '../support/people.ts'
import { invoke, unwrap } from '../support/responses.ts'
import { accept, book, goOnline, offerOf, start } from '../support/ride.ts'
import { newLink } from '../support/setup-link.ts'
import { storiesOn } from './demo-stack.ts'
import { expect, expectAccessible, expectNoSidewaysScroll } from './fixtures.ts'
import { Owner } from './owner.ts'

const test = storiesOn({ demo: false, args: ['--empty', '--extract=try'] })
test.setTimeout(480_000)

test('an owner sets up a firm from the one-time link to the first paid ride', async ({ open, stack, picture }) => {
  const link = await newLink(stack)
  const page = await open(link)
  const me = new Owner(page)

  await test.step('the link makes the owner, and no address keeps its key', async () => {
    await expect(page.getByRole('heading', { level: 1, name: 'Set up your firm' })).toBeVisible()
    await expect(page).toHaveURL(/\/setup$/)
    await expectAccessible(page)
    await me.fill('Your e-mail address', 'ann')
    await page.getByRole('button', { name: 'Continue' }).click()
    await expect(page.getByText('Please enter a valid e-mail address.')).toBeVisible()
    me.answers.pop()
    await page.reload()
    await me.fill('Your e-mail address', 'ann@taxi.example')
    await me.press(page.getByRole('button', { name: 'Continue' }))
    await expect(page.getByRole('heading', { level: 1, name: 'Set up a second factor' })).toBeVisible()
    const other = await open(link)
    await other.getByRole('textbox', { name: 'Your e-mail address' }).fill('bob@taxi.example')
    await other.getByRole('button', { name: 'Continue' }).click()
    await expect(other.getByText('This firm is set up and has an owner.')).toBeVisible()
  })

  await test.step('the second factor opens the dashboard, which lists what is left', async () => {
    await me.setUpApp()
    await expect(page.getByText('0 of 10 done. Next: Your town')).toBeVisible()
    await me.press(page.getByRole('link', { name: 'Continue' }))
  })

  await test.step('the town is proposed from the map, with reasons', async () => {
    for (const text of ['Liechtenstein', '+423', 'Europe/Vaduz', '112', 'The country of your map.']) {
      await expect(page.getByRole('main').getByText(text, { exact: true }).first()).toBeVisible()
    }
    await expectAccessible(page)
    await expectNoSidewaysScroll(page)
    await picture(page, 'setup-town')
    await me.confirm('Is this your town?')
  })

  await test.step('name, tax, offer, cars and company take one screen each', async () => {
    await me.fill('Name', 'Ann Cabs')
    await me.fill('Phone of the office', '790 00 01')
    await me.confirm('How do people know you?')
    await me.fill('Tax rate', '2.6')
    await me.confirm('Which tax do your fares include?')
    await me.confirm('How do you work?')
    await me.fill('A ride of', '22')
    await me.fill('Your share of it', '10')
    await expect(page.getByText('CHF 35.20')).toBeVisible()
    await expectAccessible(page)
    await picture(page, 'setup-cars')
    const prices = page.locator('output').filter({ hasText: 'CHF' })
    await expect(prices).toHaveCount(3)
    const before = await prices.allInnerTexts()
    await page.getByRole('textbox', { name: 'A ride of' }).fill('44')
    await expect.poll(async () => (await prices.allInnerTexts()).filter((text) => before.includes(text))).toEqual([])
    await page.getByRole('textbox', { name: 'A ride of' }).fill('22')
    await expect.poll(() => prices.allInnerTexts()).toEqual(before)
    await me.confirm('What does a ride cost in your town?', 'Make these car types')
    await me.confirm('Which places have a fixed price?', 'None, continue')
    await expect(page.getByRole('textbox', { name: 'Company' })).toHaveValue('Ann Cabs')
    await me.fill('Address', 'Städtle 1, 9490 Vaduz')
    await me.confirm('Who is behind the firm?')
  })

  await test.step('a driver is added with a car', () =>
    me.addDriver({ first: 'Dora', last: 'Frick', email: 'dora@taxi.example', plate: 'FL 4711' }))

  await test.step('a test ride is driven by nobody, and nothing of it stays', async () => {
    await page.goto(`${paths.setup}?step=first_ride`)
    await expect(page.getByRole('combobox', { name: 'From' })).toHaveValue('Schaan-Vaduz')
    await me.press(page.getByRole('button', { name: 'Drive the test ride' }))
    await expect(page.getByText('The driver confirms the cash.')).toBeVisible()
    await expect(page.getByText('Number of its receipt')).toBeVisible({ timeout: 30_000 })
    await expect(page.getByText('they are gone again')).toBeVisible()
    await expectAccessible(page)
    await picture(page, 'setup-test-ride')
    await me.press(page.getByRole('button', { name: 'Continue' }))
    await expect(page.getByRole('heading', { level: 2, name: 'Open for riders' })).toBeVisible()
    for (const table of ['bookings', 'receipts', 'ledger_entries', 'booking_offers'] as const) {
      expect(unwrap(await service(stack).from(table).select('*'))).toEqual([])
    }
  })

  await test.step('the first ride is driven and paid', async () => {
    const driver = await signIn(stack, 'dora@taxi.example')
    const rider = await signIn(stack, 'rita@example.com')
    unwrap(await rider.client.rpc('update_profile', { first_name: 'Rita', last_name: 'Marxer' }))
    await goOnline(driver)
    const { id } = await book(rider)
    await offerOf(driver, id)
    await accept(driver, id)
    await start(rider, driver, id)
    unwrap(await driver.client.rpc('reach_drop', { booking_id: id }))
    unwrap(await driver.client.rpc('confirm_cash', { booking_id: id }))
    const paid = unwrap(await service(stack).from('bookings').select('status').eq('id', id).single())
    expect(paid.status).toBe('PAID')
  })

  await test.step('the firm opens, and the list has gone', async () => {
    await page.goto(paths.setup)
    await me.confirm('Open for riders', 'We are open')
    await expect(page.getByText('Everything is set up.')).toBeVisible()
    await page.goto(paths.dashboard)
    await expect(page.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeVisible()
    await expect(page.getByRole('heading', { name: 'Set up your firm' })).toHaveCount(0)
    const settings = unwrap(await visitor(stack).from('settings').select('*').single())
    expect(settings).toMatchObject({
      app_name: 'Ann Cabs',
      company_phone: '+4237900001',
      country: 'LI',
      time_zone: 'Europe/Vaduz',
      tax_percent: 2.6,
      app_category: 'taxi',
      cash_unit: 0.05
    })
  })

  await test.step('a country in which the map is not is said to the owner, and to whoever searches an address', async () => {
    await service(stack).from('settings').update({ country: 'MT' }).eq('id', 1).throwOnError()
    await page.goto(paths.dashboard)
    await expect(page.getByText('Your map is in Liechtenstein.')).toBeVisible()
    const search = () => invoke<{ code?: string }>(visitor(stack), 'places/autocomplete', { searchKeyword: 'Städtle' })
    await expect.poll(async () => (await search()).body.code).toBe('map_of_other_country')
    const booking = await open('/')
    await booking.getByRole('combobox', { name: 'Pickup' }).fill('Städtle')
    await expect(booking.getByText('the map is in another country than the settings say')).toBeVisible()
  })

  me.report('Liechtenstein')
  expect(me.answers.length).toBeLessThanOrEqual(12)
})
