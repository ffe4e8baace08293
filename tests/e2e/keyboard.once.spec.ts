/** A rider without a mouse and without the map: everything is reached by keys, found by role and name, and announced. */
import type { Locator, Page } from '@playwright/test'
import { newestCode } from '../support/people.ts'
import { vaduz } from '../support/places.ts'
import { unwrap } from '../support/responses.ts'
import { accept, goOnline, offerOf, reportPosition } from '../support/ride.ts'
import { expect, expectAccessible, test } from './fixtures.ts'

/** More presses of Tab than a person would accept for one element. */
const PATIENCE = 60

const button = (page: Page, name: string | RegExp): Locator => page.getByRole('button', { name })
const heading = (page: Page, name: string | RegExp): Locator => page.getByRole('heading', { level: 1, name })
const dialog = (page: Page, name: string | RegExp): Locator => page.getByRole('dialog', { name })
const field = (page: Page, name: string): Locator => page.getByRole('combobox', { name, exact: true })

const isFocused = (target: Locator) => target.evaluate((element) => element === document.activeElement)

/** Presses Tab until the element has the focus, and expects it to be in view. */
async function tabTo(page: Page, target: Locator, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> {
  await expect(target).toBeVisible()
  const passed: string[] = []
  while (!(await isFocused(target))) {
    if (passed.length === PATIENCE) throw new Error(`${key} does not reach ${target}: ${passed.join(', ')}`)
    await page.keyboard.press(key)
    passed.push(
      await page.evaluate(() => {
        const { ariaLabel, innerText, tagName } = document.activeElement as HTMLElement
        return ariaLabel ?? (innerText || tagName).slice(0, 40)
      })
    )
  }
  await expect(target).toBeInViewport()
}

/** Moves there by Tab and presses Enter. */
async function press(page: Page, target: Locator, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> {
  await tabTo(page, target, key)
  await page.keyboard.press('Enter')
}

/** Holds an arrow key until the focus has moved on. */
async function arrow(page: Page, key: `Arrow${'Up' | 'Down' | 'Left' | 'Right'}`): Promise<void> {
  const before = await page.evaluateHandle(() => document.activeElement)
  await page.keyboard.down(key)
  await page.waitForFunction((last) => last !== document.activeElement, before)
  await page.keyboard.up(key)
}

/** Types an address and chooses the first suggestion by the arrow key. */
async function choose(page: Page, name: string, text: string): Promise<void> {
  await expect(field(page, name)).toBeFocused()
  await page.keyboard.type(text)
  await expect(page.getByRole('option', { name: new RegExp(text) }).first()).toBeVisible()
  await heard(page, /^\d+ suggestions?$/)
  await page.keyboard.press('ArrowDown')
  await expect(page.getByRole('option', { selected: true })).toHaveText(new RegExp(text))
  await page.keyboard.press('Enter')
}

/** Expects that a live region announces it, even while a dialog is open. */
async function heard(page: Page, words: string | RegExp): Promise<void> {
  await expect(page.getByRole('status').filter({ hasText: words }).first()).toBeAttached()
}

/** Opens a dialog by keys, acts in it, closes it, and expects the focus on the opener. */
async function visit(page: Page, opener: Locator, name: string, inside?: (shown: Locator) => Promise<void>) {
  await press(page, opener)
  const shown = dialog(page, name)
  await expect(shown).toBeVisible()
  await expect(shown.locator(':focus').or(page.locator('[role=dialog]:focus'))).toHaveCount(1)
  await inside?.(shown)
  await page.keyboard.press('Escape')
  await expect(shown).toHaveCount(0)
  await expect(opener).toBeFocused()
}

// Spec 1.6, 3.11, 3.34, 4.1, 4.10, 4.17, 4.20, 4.26, 4.30, 4.31
test('a rider completes a whole ride by keyboard: booking, every status, payment and rating, with each change announced', async ({
  open,
  person,
  stack,
  picture
}) => {
  test.setTimeout(360_000)
  const email = 'rider15@hackney.test'
  const driver = await person('driver@hackney.test')
  await goOnline(driver)
  const page = await open('/')
  await page.evaluate(() => {
    Object.assign(window, { pointers: 0 })
    addEventListener('pointerdown', () => Object.assign(window, { pointers: 1 }), true)
  })
  const idOf = () => page.url().split('/').at(-1) ?? ''

  await test.step('the skip link leads to the form, which is filled in by typing and arrow keys', async () => {
    await expect(heading(page, /Where to\?|A cab in/)).toBeVisible()
    await press(page, page.getByRole('link', { name: 'Skip to content' }))
    await tabTo(page, field(page, 'Pickup'))
    await choose(page, 'Pickup', 'Städtle')
    await choose(page, 'Drop', 'Schaan')
    await heard(page, /^Cab: CHF\s\d+\.\d\d$/)
    await expect(page.getByRole('radio', { name: /^Cab/ })).toBeFocused()
  })

  await test.step('an arrow key chooses another car, and its price is announced', async () => {
    await arrow(page, 'ArrowDown')
    await expect(page.getByRole('radio', { name: /^Cab/ })).not.toBeChecked()
    await heard(page, /^(?!Cab)[\w ]+: CHF\s\d+\.\d\d$/)
    await arrow(page, 'ArrowUp')
    await expect(page.getByRole('radio', { name: /^Cab/ })).toBeChecked()
  })

  await test.step('a day and a time are chosen by arrow keys, which keep the dialog open, and reset to Now', async () => {
    await press(page, button(page, 'When: Now'), 'Shift+Tab')
    const when = dialog(page, 'When')
    await tabTo(page, when.getByRole('radio', { name: 'Today' }))
    await arrow(page, 'ArrowRight')
    await expect(when.getByRole('radio', { name: 'Tomorrow' })).toBeChecked()
    await tabTo(page, when.getByRole('radio', { name: '00:00' }))
    for (let slot = 0; slot < 5; slot++) await arrow(page, 'ArrowRight')
    await expect(when.getByRole('radio', { name: '01:15' })).toBeChecked()
    await expectAccessible(page)
    await press(page, when.getByRole('button', { name: 'Take this' }))
    await expect(when).toHaveCount(0)
    const later = button(page, /^When: .*01:15$/)
    await expect(later).toBeFocused()
    await press(page, later)
    await press(page, when.getByRole('button', { name: 'Now', exact: true }))
    await expect(button(page, 'When: Now')).toBeFocused()
  })

  await test.step('the fare’s lines open and close', async () => {
    await visit(page, button(page, /How this fare is made/), 'Estimate fare', async (shown) => {
      await expect(shown).toContainText('Base fare')
    })
  })

  await test.step('Book asks to sign in, which works by keys and leads back', async () => {
    await press(page, button(page, /^Book Cab ·/))
    await expect(heading(page, 'Sign in')).toBeFocused()
    await expect(page.getByText('Please sign in to book.')).toBeVisible()
    await tabTo(page, page.getByRole('textbox', { name: 'E-mail' }))
    const since = Date.now()
    await page.keyboard.type(email)
    await page.keyboard.press('Enter')
    await expect(page.getByRole('textbox', { name: 'One-time code' })).toBeFocused()
    await page.keyboard.type(await newestCode(stack, email, since))
    await expect(heading(page, /Where to\?|A cab in/)).toBeFocused()
    await expect(field(page, 'Drop')).toHaveValue(/Schaan/)
  })

  await test.step('the payment dialog takes the focus and returns it', async () => {
    await visit(page, button(page, /^Payment: Cash/), 'Payment', async (shown) => {
      await expect(shown.getByRole('radio', { name: /^Cash/ })).toBeChecked()
    })
  })

  await test.step('after booking, the heading has the focus; a cancellation with a reason is announced and keeps the focus on the page', async () => {
    await press(page, button(page, /^Book Cab ·/))
    await expect(heading(page, 'Looking for a driver')).toBeFocused()
    await press(page, button(page, /^Cancel/))
    const why = dialog(page, 'Cancel this trip?')
    await tabTo(page, why.getByRole('radio').first())
    await arrow(page, 'ArrowDown')
    await expect(why.getByRole('radio').nth(1)).toBeChecked()
    await press(page, why.getByRole('button', { name: 'Cancel trip' }))
    await heard(page, /^This ride was cancelled\./)
    await expect(heading(page, 'This ride was cancelled')).toBeFocused()
  })

  await test.step('a link books the same ride again', async () => {
    // On a busy machine the position of the beginning is too old by now.
    await goOnline(driver)
    await press(page, page.getByRole('link', { name: 'Book again' }))
    await expect(field(page, 'Drop')).toHaveValue(/Schaan/)
    await press(page, button(page, /^Book Cab ·/))
    await expect(heading(page, 'Looking for a driver')).toBeFocused()
    await heard(page, 'Asking 1 driver near you.')
  })

  const booking_id = idOf()
  await test.step('acceptance is announced, and the driver’s details are read', async () => {
    await tabTo(page, button(page, /^Cancel/))
    await offerOf(driver, booking_id)
    await accept(driver, booking_id)
    await heard(page, /^(Arriving in .*|Lukas is on the way)\./)
    await expect(button(page, /^Cancel/)).toBeFocused()
    await expect(page.getByRole('region', { name: 'Your driver' })).toContainText('Lukas')
  })

  await test.step('a message is announced while the chat is closed, answered by keys, and the answer stays in the log', async () => {
    unwrap(await driver.client.rpc('send_chat_message', { booking_id, message: 'I am at the church' }))
    await heard(page, /^1 unread message$/)
    await visit(page, button(page, /^Message/), 'Lukas Marxer', async (shown) => {
      await expect(shown.getByRole('log')).toContainText('I am at the church')
      await tabTo(page, shown.getByRole('textbox', { name: 'Message' }))
      await page.keyboard.type('I am coming down')
      await press(page, shown.getByRole('button', { name: 'Send' }))
      await expect(shown.getByRole('log')).toContainText('I am coming down')
      await expect(shown.getByRole('textbox', { name: 'Message' })).toBeFocused()
      await test.step('the arrival is announced, even while the chat is open', async () => {
        // The rider hears of it only while a position in time proves it.
        await reportPosition(driver, vaduz)
        unwrap(await driver.client.rpc('arrive_at_pickup', { booking_id }))
        await heard(page, /^Your driver is here\./)
      })
      await expectAccessible(page)
    })
  })

  await test.step('the code is a named region; the share link and safety dialogs return the focus', async () => {
    await expect(page.getByRole('region', { name: 'Start code' })).toContainText(/\d \d \d \d \d/)
    await tabTo(page, button(page, 'Share'), 'Shift+Tab')
    await page.keyboard.press('Enter')
    const share = dialog(page, 'Share this trip')
    await expect(share.getByText(/\/t\/[0-9a-f]{32}$/)).toBeVisible()
    await press(page, share.getByRole('button', { name: 'Stop sharing' }))
    await expect(share).toHaveCount(0)
    await expect(button(page, 'Share')).toBeFocused()
    await visit(page, button(page, 'Safety'), 'Safety')
  })

  await test.step('another drop-off is previewed by keys, and the old one kept', async () => {
    const change = button(page, 'Change the route')
    await press(page, change)
    const way = dialog(page, 'Change the route')
    await press(page, way.getByRole('button', { name: 'Change: Drop-off' }))
    await choose(page, 'Drop-off', 'Lettstrasse')
    await expect(way.getByRole('button', { name: 'Change: Drop-off' })).toBeFocused()
    await expect(way).toContainText('Difference')
    await press(page, way.getByRole('button', { name: 'Cancel' }))
    await expect(change).toBeFocused()
  })

  await test.step('at the start, the focused element disappears and the heading gets the focus', async () => {
    await tabTo(page, button(page, /^Cancel/))
    const shown = await page.getByRole('region', { name: 'Start code' }).innerText()
    const otp = /(\d \d \d \d \d)/.exec(shown)?.[1]?.replaceAll(' ', '') ?? ''
    unwrap(await driver.client.rpc('start_trip', { booking_id, otp }))
    await heard(page, /^(.* to go|On the way)\./)
    await expect(button(page, /^Cancel/)).toHaveCount(0)
    await expect(heading(page, /to go$|^On the way$/)).toBeFocused()
    await expect(page.getByRole('progressbar', { name: 'Progress of the trip' })).toBeAttached()
  })

  await test.step('at the drop-off the amount to pay is announced', async () => {
    unwrap(await driver.client.rpc('reach_drop', { booking_id }))
    await heard(page, /^Pay CHF\s\d+\.\d\d in cash\./)
    await expect(page.locator(':focus')).toHaveCount(1)
  })

  await test.step('the payment is announced, and the ride is rated by arrow keys, a comment and Enter', async () => {
    unwrap(await driver.client.rpc('confirm_cash', { booking_id }))
    await heard(page, /^How was your ride\?/)
    await tabTo(page, page.getByRole('radio', { name: '1 star' }))
    await page.keyboard.press('Space')
    for (let star = 1; star < 5; star++) await arrow(page, 'ArrowRight')
    await expect(page.getByRole('radio', { name: '5 stars' })).toBeChecked()
    const friendly = button(page, 'Friendly')
    await tabTo(page, page.getByRole('toolbar', { name: 'How was it?' }).getByRole('button').first())
    for (let tag = 0; tag < 8 && !(await isFocused(friendly)); tag++) await arrow(page, 'ArrowRight')
    await page.keyboard.press('Space')
    await expect(friendly).toHaveAttribute('aria-pressed', 'true')
    await tabTo(page, page.getByRole('textbox'))
    await page.keyboard.type('Thank you')
    await expectAccessible(page)
    await press(page, button(page, 'Send rating'))
    await heard(page, /^Thank you for riding\./)
    await expect(heading(page, 'Thank you for riding')).toBeFocused()
  })

  await test.step('the receipt is a region, and the next actions are reached', async () => {
    await expect(page.getByRole('region', { name: 'Receipt' })).toContainText('Total')
    await tabTo(page, page.getByRole('link', { name: 'Book again' }))
    await picture(page, 'keyboard-rated')
    expect(await page.evaluate(() => (window as unknown as { pointers: number }).pointers)).toBe(0)
  })
  await driver.client.rpc('set_driver_active', { active: false })
})
