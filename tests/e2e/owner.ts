import type { Locator, Page } from '@playwright/test'
import { totpOf } from '../support/authenticator.ts'
import { expect } from './fixtures.ts'

/** A firm's owner at the set-up: counts the controls that a person must change, and apart from them what is only confirmed. */
export class Owner {
  readonly page: Page
  readonly answers: string[] = []
  readonly confirmed: string[] = []

  constructor(page: Page) {
    this.page = page
  }

  async fill(name: string, text: string): Promise<void> {
    await this.page.getByRole('textbox', { name }).fill(text)
    this.answers.push(name)
  }

  async press(what: Locator): Promise<void> {
    const [name = ''] = (await what.innerText()).split('\n')
    await what.click()
    this.confirmed.push(name)
  }

  /** Confirms the step with this heading, after it was looked at. */
  async confirm(title: string, button = 'Confirm and continue'): Promise<void> {
    const heading = this.page.getByRole('heading', { level: 2, name: title })
    await expect(heading).toBeVisible()
    await this.press(this.page.getByRole('button', { name: button }))
    await expect(heading).toBeHidden()
  }

  /** Reads the key from the page into an app for codes, and enters its code. */
  async setUpApp(): Promise<void> {
    await this.press(this.page.getByRole('button', { name: 'Set up an app' }))
    const key = (await this.page.getByRole('main').locator('code').innerText()).replaceAll(' ', '')
    await this.fill('Code from the app', totpOf(key))
    await this.press(this.page.getByRole('button', { name: 'Continue' }))
  }

  /** Adds the first driver from the step that is open; the address of the page is then that driver's. */
  async addDriver(person: { first: string; last: string; email: string; plate: string }): Promise<void> {
    await this.press(this.page.getByRole('link', { name: 'Add a driver' }))
    await this.fill('First name', person.first)
    await this.fill('Last name', person.last)
    await this.fill('E-mail', person.email)
    await expect(this.page.getByRole('combobox', { name: 'Car type' }).locator('option:checked')).toHaveText('Cab')
    await this.fill('Plate', person.plate)
    await this.press(this.page.getByRole('button', { name: 'Add driver' }))
    await expect(this.page.getByRole('heading', { level: 1, name: `${person.first} ${person.last}` })).toBeVisible()
  }

  /** Prints both counts, with what was counted. */
  report(firm: string): void {
    const listed = (names: string[]) => `${names.length} (${names.join(', ')})`
    process.stdout.write(`${firm}: changed ${listed(this.answers)}; only confirmed ${listed(this.confirmed)}\n`)
  }
}
