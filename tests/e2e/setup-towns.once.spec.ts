/** Other towns than the demo's: from the one-time link to a paid ride by the set-up alone, and how much a person has to enter. */
import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import type { Locator, Page } from '@playwright/test'
import { paths } from '../../src/config/paths.ts'
import { totpOf } from '../support/authenticator.ts'
import { service, visitor } from '../support/people.ts'
import { unwrap } from '../support/responses.ts'
import type { StackEnv } from '../support/stack.ts'
import { storiesOn } from './demo-stack.ts'
import { expect, expectNoSidewaysScroll } from './fixtures.ts'

const regions = fileURLToPath(new URL('../regions', import.meta.url))

/** The path of a new link, as the command for hosted and self-hosted projects prints it. */
async function newLink({ SUPABASE_URL, SUPABASE_SECRET_KEY, WEB_URL = '' }: StackEnv): Promise<string> {
  const env = { ...process.env, SUPABASE_URL, SUPABASE_SECRET_KEY }
  const { stdout } = await promisify(execFile)(process.execPath, ['scripts/setup-link.ts', WEB_URL], { env })
  return /\/setup#\S+/.exec(stdout)?.[0] ?? ''
}

/** Counts what a person enters or chooses, and apart from it what they only confirm. */
class Person {
  readonly #page: Page
  answers: string[] = []
  confirmed: string[] = []

  constructor(page: Page) {
    this.#page = page
  }

  async fill(name: string, text: string): Promise<void> {
    await this.#page.getByRole('textbox', { name }).fill(text)
    this.answers.push(name)
  }

  async press(what: Locator): Promise<void> {
    this.confirmed.push(await what.innerText())
    await what.click()
  }

  /** Confirms the step with this heading, after it was looked at. */
  async confirm(title: string, button = 'Confirm and continue'): Promise<void> {
    const heading = this.#page.getByRole('heading', { level: 2, name: title })
    await expect(heading).toBeVisible()
    await this.press(this.#page.getByRole('button', { name: button }))
    await expect(heading).toBeHidden()
  }
}

interface Town {
  file: string
  name: string
  facts: string[]
  warning: string
  phone: string
  spot: string
  settings: Record<string, unknown>
}

const towns: Town[] = [
  {
    file: 'monaco-2021.osm.pbf',
    name: 'Monaco',
    facts: ['Monaco', '+377', 'Europe/Monaco', 'On the right', 'Around all streets of the map'],
    warning: 'of the streets have no house numbers',
    phone: '93 15 28 15',
    spot: 'Héliport de Monaco',
    settings: { country: 'MC', code: 'EUR', time_zone: 'Europe/Monaco', company_phone: '+37793152815' }
  },
  {
    file: 'valletta-2018.osm.pbf',
    name: 'Malta',
    facts: ['Malta', '+356', 'Europe/Malta', 'On the left', 'Around all streets of the map'],
    warning: 'of the streets have no house numbers',
    phone: '2122 4455',
    spot: "Ajruport Internazzjonali ta' Malta",
    settings: { country: 'MT', code: 'EUR', time_zone: 'Europe/Malta', company_phone: '+35621224455' }
  }
]

for (const town of towns) {
  const test = storiesOn({ demo: false, args: ['--empty', `--extract=${join(regions, town.file)}`] })
  test.describe(town.name, () => {
    test.setTimeout(480_000)

    test(`a firm in ${town.name} is set up to its first paid ride by the set-up alone`, async ({
      open,
      stack,
      picture
    }) => {
      const page = await open(await newLink(stack))
      const me = new Person(page)
      await me.fill('Your e-mail address', 'ann@taxi.example')
      await me.press(page.getByRole('button', { name: 'Continue' }))
      await me.press(page.getByRole('button', { name: 'Set up an app' }))
      const key = (await page.getByRole('main').locator('code').innerText()).replaceAll(' ', '')
      await me.fill('Code from the app', totpOf(key))
      await me.press(page.getByRole('button', { name: 'Continue' }))
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
      await page.getByRole('checkbox', { name: town.spot }).check()
      me.answers.push(town.spot)
      await me.fill(`Price from and to ${town.spot}`, '33')
      await me.confirm('Which places have a fixed price?')
      await me.fill('Company', 'Ann Cabs Ltd')
      await me.fill('Address', '1 Main Street')
      await me.confirm('Who is behind the firm?')

      await test.step('a test ride is paid, and nothing of it stays', async () => {
        await page.goto(`${paths.setup}?step=first_ride`)
        await me.press(page.getByRole('button', { name: 'Drive the test ride' }))
        await expect(page.getByText('they are gone again')).toBeVisible({ timeout: 30_000 })
        await me.press(page.getByRole('button', { name: 'Continue' }))
        expect(unwrap(await service(stack).from('bookings').select('id'))).toEqual([])
        expect(unwrap(await service(stack).from('ledger_entries').select('id'))).toEqual([])
      })
      const zones = unwrap(await service(stack).from('zones').select('name, kind, amount'))
      expect(zones).toEqual([{ name: town.spot, kind: 'fixed', amount: 30 }])
      const settings = unwrap(await visitor(stack).from('settings').select('*').single())
      expect(settings).toMatchObject({ ...town.settings, app_name: 'Ann Cabs' })
      process.stdout.write(
        `${town.name}: ${me.answers.length} answers (${me.answers.join(', ')}), ${me.confirmed.length} confirmed (${me.confirmed.join(', ')})\n`
      )
      expect(me.answers.length).toBeLessThanOrEqual(12)
    })
  })
}
