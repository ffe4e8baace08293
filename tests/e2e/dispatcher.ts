/** Shared helpers of stories at the dispatch desk: its telephone, its panel, its keys. */
import type { Locator, Page } from '@playwright/test'
import type { Sql } from 'postgres'
import { type Person, service } from '../support/people.ts'
import { unwrap } from '../support/responses.ts'
import type { StackEnv } from '../support/stack.ts'
import { expect } from './fixtures.ts'

export const field = (page: Page | Locator, name: string | RegExp) => page.getByRole('textbox', { name })
export const number = (page: Page) => page.getByRole('combobox', { name: 'Phone number or name' })
export const pickup = (page: Page) => page.getByRole('combobox', { name: 'Pickup' })
export const drop = (page: Page) => page.getByRole('combobox', { name: 'Drop' })
export const bookButton = (page: Page) => page.getByRole('button', { name: /^Book/ })
export const booked = (page: Page) => page.getByText(/Booking reference [A-Z]{6}/)

export const panelOf = (page: Page, reference: string) => page.getByRole('region', { name: `Booking ${reference}` })
export const status = (page: Page, reference: string, word: string) =>
  panelOf(page, reference).getByText(word, { exact: true }).first()
export const toast = (page: Page, words: string) => expect(page.getByText(words, { exact: true }).last()).toBeVisible()

/** Types into the focused field and takes the first place found. */
export async function typePlace(page: Page, text: string): Promise<void> {
  await page.keyboard.type(text)
  await expect(page.getByRole('option').first()).toContainText(text.split(' ')[0] ?? text)
  await page.keyboard.press('Enter')
}

/** Presses the key of an action until its dialog opens: the key works once the server has allowed the action. */
export async function pressFor(page: Page, key: string, title: string | RegExp): Promise<Locator> {
  await expect(page.getByRole('toolbar', { name: 'Actions' })).toBeVisible()
  await expect(async () => {
    await page.keyboard.press(key)
    await expect(page.getByRole('dialog', { name: title })).toBeVisible({ timeout: 2000 })
  }).toPass()
  return page.getByRole('dialog', { name: title })
}

/**
 * Asks the server to dispatch a booking until a driver has its offer. By itself the server dispatches again only every few
 * seconds, and a new booking only after its first minute.
 */
export async function askFor(rider: Person, driver: Person, bookingId: string): Promise<void> {
  const offers = driver.client.from('booking_offers')
  await expect(async () => {
    await rider.client.rpc('nudge_dispatch', { booking_id: bookingId })
    const open = offers.select('id').eq('driver_id', driver.id).eq('booking_id', bookingId).eq('status', 'open')
    expect(unwrap(await open)).toHaveLength(1)
  }).toPass({ timeout: 60_000, intervals: [250] })
}

/** Switches demo mode, which refuses critical changes by admins. */
export const setDemo = (stack: StackEnv, isDemo: boolean) =>
  service(stack).from('settings').update({ allow_critical_edits_admin: !isDemo }).eq('id', 1).throwOnError()

/** Records from now on the notes that the page plays and the number that it calls. */
export async function listen(page: Page): Promise<{ notes(): Promise<number>; called(): Promise<string | undefined> }> {
  await page.evaluate(() => {
    const heard = { notes: 0, called: undefined as string | undefined }
    Object.assign(window, { heard })
    const start = OscillatorNode.prototype.start
    OscillatorNode.prototype.start = function (...args) {
      heard.notes += 1
      return start.apply(this, args)
    }
    document.addEventListener('click', (event) => {
      const link = (event.target as Element).closest<HTMLAnchorElement>('a[href^="tel:"]')
      if (!link) return
      event.preventDefault()
      heard.called = link.href
    })
  })
  const ask = <T>(name: string) =>
    page.evaluate((key) => (window as unknown as { heard: Record<string, unknown> }).heard[key], name) as Promise<T>
  return { notes: () => ask<number>('notes'), called: () => ask<string | undefined>('called') }
}

/** Raises an alarm whose name the page does not know, as another part of the product could. */
export async function raiseAlarm(sql: Sql, booking_id: string, reason: string): Promise<void> {
  await sql`insert into app.alarms (booking_id, reason, lat, lng) values (${booking_id}, ${reason}, 47.14, 9.52)`
}
