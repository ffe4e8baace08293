/** Other towns than the demo's: from the one-time link to a paid ride of a rider and a driver by the set-up alone. */
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Page } from '@playwright/test'
import { paths } from '../../src/config/paths.ts'
import { isFull } from '../support/full.ts'
import { newestCode, service, visitor } from '../support/people.ts'
import { unwrap } from '../support/responses.ts'
import { newLink } from '../support/setup-link.ts'
import { storiesOn } from './demo-stack.ts'
import {
  choosePlace,
  expect,
  expectAccessible,
  expectNoSidewaysScroll,
  goOnline,
  moveTo,
  signIn,
  slide
} from './fixtures.ts'
import { Owner } from './owner.ts'
import { drive, expectHonestReceipt, tripOf } from './road.ts'

const regions = fileURLToPath(new URL('../regions', import.meta.url))

interface Town {
  file: string
  name: string
  facts: string[]
  warning: string
  phone: string
  spot: string
  settings: Record<string, unknown>
  /** Two streets, as a rider begins to type them. */
  ride: [from: string, to: string]
  /** Where the driver waits. */
  rank: { lat: number; lng: number }
}

const towns: Town[] = [
  {
    file: 'monaco-2021.osm.pbf',
    name: 'Monaco',
    facts: ['Monaco', '+377', 'Europe/Monaco', 'On the right', 'Around all streets of the map'],
    warning: 'of the streets have no house numbers',
    phone: '93 15 28 15',
    spot: 'Héliport de Monaco',
    settings: { country: 'MC', code: 'EUR', time_zone: 'Europe/Monaco', company_phone: '+37793152815' },
    ride: ['Rue Grimaldi', 'Boulevard du Larvotto'],
    rank: { lat: 43.7347, lng: 7.4202 }
  },
  {
    file: 'valletta-2018.osm.pbf',
    name: 'Malta',
    facts: ['Malta', '+356', 'Europe/Malta', 'On the left', 'Around all streets of the map'],
    warning: 'of the streets have no house numbers',
    phone: '2122 4455',
    spot: "Ajruport Internazzjonali ta' Malta",
    settings: { country: 'MT', code: 'EUR', time_zone: 'Europe/Malta', company_phone: '+35621224455' },
    ride: ['Republic Street', 'Saint Anne Street'],
    rank: { lat: 35.8978, lng: 14.5125 }
  }
]

/** An amount in euros; each country writes the sign at its own side. */
const price = String.raw`(?:€\s?\d+\.\d\d|\d+\.\d\d\s?€)`

const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { level: 1, name })
const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name })

// The first paid ride of each takes minutes; of both only in the whole run.
for (const town of isFull ? towns : towns.slice(0, 1)) {
  const test = storiesOn({ demo: false, args: ['--empty', `--extract=${join(regions, town.file)}`] })
  test.describe(town.name, () => {
    test.setTimeout(480_000)

    test(`a firm in ${town.name} is set up to its first paid ride by the set-up alone`, async ({
      open,
      stack,
      clock,
      picture
    }) => {
      const page = await open(await newLink(stack))
      const me = new Owner(page)
      await me.fill('Your e-mail address', 'ann@taxi.example')
      await me.press(page.getByRole('button', { name: 'Continue' }))
      await me.setUpApp()
      await me.press(page.getByRole('link', { name: 'Continue' }))

      await test.step('the town is proposed from the map', async () => {
        for (const text of town.facts) {
          await expect(page.getByRole('main').getByText(text, { exact: true }).first()).toBeVisible()
        }
        await expect(page.getByText(town.warning)).toBeVisible()
        await expectNoSidewaysScroll(page)
        await picture(page, `setup-${town.settings.country}`)
        await me.confirm('Is this your town?')
      })

      await test.step('each further step asks for what no map knows', async () => {
        await me.fill('Name', 'Ann Cabs')
        await me.fill('Phone of the office', town.phone)
        await me.confirm('How do people know you?')
        await me.fill('Tax rate', '10')
        await me.confirm('Which tax do your fares include?')
        await me.confirm('How do you work?')
        await me.fill('A ride of', '15')
        await me.fill('Your share of it', '10')
        await expect(page.locator('output').filter({ hasText: '€' })).toHaveCount(3)
        await me.confirm('What does a ride cost in your town?', 'Make these car types')
        // Nobody has to: a firm without fixed prices goes on with one press.
        await page.getByRole('checkbox', { name: town.spot }).check()
        await page.getByRole('textbox', { name: `Price from and to ${town.spot}` }).fill('33')
        await me.confirm('Which places have a fixed price?')
        await expect(page.getByRole('textbox', { name: 'Company' })).toHaveValue('Ann Cabs')
        await me.fill('Address', '1 Main Street')
        await me.confirm('Who is behind the firm?')
      })
      await test.step('a driver is added with a car', () =>
        me.addDriver({ first: 'Dora', last: 'Frick', email: 'dora@taxi.example', plate: 'T 4711' }))

      const zones = unwrap(await service(stack).from('zones').select('name, kind, amount'))
      expect(zones).toEqual([{ name: town.spot, kind: 'fixed', amount: 30 }])
      const settings = unwrap(await visitor(stack).from('settings').select('*').single())
      expect(settings).toMatchObject({ ...town.settings, app_name: 'Ann Cabs' })
      // Two browsers on one busy processor take longer to answer an offer than a driver.
      await service(stack).from('settings').update({ offer_timeout: 180 }).eq('id', 1).throwOnError()

      const driver = await open('/login', { at: town.rank })
      const rider = await open('/signup', { at: town.rank })
      await test.step('the driver signs in, and goes on duty', async () => {
        await signIn(driver, stack, 'dora@taxi.example')
        await expect(heading(driver, 'Your first day')).toBeVisible()
        await driver.getByRole('link', { name: 'Later, go to the work page' }).click()
        await goOnline(driver)
        await expect(heading(driver, 'Waiting for trips')).toBeVisible()
      })

      await test.step('a rider signs up, and books a cab between two streets of the town', async () => {
        await expect(rider).toHaveTitle(/Ann Cabs/)
        await rider.getByRole('textbox', { name: 'First name' }).fill('Rita')
        await rider.getByRole('textbox', { name: 'Last name' }).fill('Marxer')
        await rider.getByRole('textbox', { name: 'E-mail' }).fill('rita@example.com')
        const since = Date.now()
        await button(rider, 'Send me a code').click()
        await rider
          .getByRole('textbox', { name: 'One-time code' })
          .fill(await newestCode(stack, 'rita@example.com', since))
        await expect(rider).toHaveURL('/')
        const [from, to] = town.ride
        await choosePlace(rider, 'Pickup', from, new RegExp(from))
        await choosePlace(rider, 'Drop', to, new RegExp(to))
        await button(rider, new RegExp(`^Book Cab · ${price}`)).click()
        await button(rider, 'Book without a number').click()
        await expect(heading(rider, 'Looking for a driver')).toBeVisible()
      })

      await test.step('the driver takes the rider there', async () => {
        await button(driver, 'Accept').click()
        await expect(heading(driver, /^Pick up/)).toBeVisible()
        const trip = await tripOf(rider, stack)
        await moveTo(driver, { lat: trip.pickup_lat, lng: trip.pickup_lng })
        await button(driver, 'I have arrived').click()
        const shown = rider.getByRole('region', { name: 'Start code' })
        await expect(shown).toContainText(/\d \d \d \d \d/)
        const code = /(\d \d \d \d \d)/.exec(await shown.innerText())?.[1]?.replaceAll(' ', '') ?? ''
        await driver.getByRole('textbox', { name: 'Start code from your rider' }).fill(code)
        await slide(driver, 'Start trip')
        await expect(heading(driver, 'Drive to the drop-off')).toBeVisible()
        // In an old town a straight line of a minute leaves out a fifth of the way.
        await drive(driver, { stack, clock, every: 15 }, trip, 0, 1)
        await slide(driver, 'Drop-off reached')
      })

      await test.step('the rider pays in cash, and reads a receipt of this firm', async () => {
        await expect(heading(rider, new RegExp(`^Pay ${price} in cash$`))).toBeVisible()
        await slide(driver, 'Confirm cash')
        await expect(heading(rider, 'How was your ride?')).toBeVisible()
        await expectHonestReceipt(rider, { stack, clock })
        await rider.getByRole('link', { name: 'Receipt (PDF)' }).click()
        await expect(heading(rider, /^Receipt /)).toBeVisible()
        const receipt = rider.getByRole('article').first()
        for (const text of [
          'Ann Cabs',
          '1 Main Street',
          'Dora',
          'T 4711',
          'Paid in cash',
          /10\s?%/,
          new RegExp(price)
        ]) {
          await expect(receipt.getByText(text).first()).toBeVisible()
        }
        await expectAccessible(rider)
        await picture(rider, `receipt-${town.settings.country}`)
      })

      await test.step('the firm opens: the paid ride has done the last step but one', async () => {
        await page.goto(paths.setup)
        await me.confirm('Open for riders', 'We are open')
        await expect(page.getByText('Everything is set up.')).toBeVisible()
      })
      me.report(town.name)
      expect(me.answers.length).toBeLessThanOrEqual(12)
    })
  })
}
