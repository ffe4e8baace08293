/**
 * Refusals are explained in words, where they happen, with what to do. Every message of the specification's validation rules
 * has a story; those here cover the messages that no other story does.
 */
import { randomInt } from 'node:crypto'
import type { Locator, Page } from '@playwright/test'
import { signIn as askForSession, newcomer, service } from '../support/people.ts'
import { vaduz } from '../support/places.ts'
import { choosePlace, expect, expectAccessible, NOWHERE, signIn, test } from './fixtures.ts'

const button = (page: Page, name: string | RegExp): Locator => page.getByRole('button', { name })
const alert = (page: Page, words: string): Locator => page.getByRole('alert').filter({ hasText: words })
const contact = (page: Page): Locator => page.getByRole('textbox', { name: 'E-mail or mobile number' })

/** An account that its first code just created: without names and without a number. */
const wrongContacts = [
  ['', 'Please enter your e-mail address or mobile number.'],
  ['anna at example', 'Please enter a valid e-mail address.'],
  ['123 45', 'Please enter a complete phone number.']
] as const

// Spec 2.31, 4.55, 5.11, 5.12, 5.13, 5.14, 8.10, 8.11, 8.13, 8.14, 8.15, 8.51
test('the sign-in page shows input errors at their field, shows failures until the next try, and forgets everything on the way back', async ({
  open
}) => {
  const page = await open('/login')
  const code = page.getByRole('textbox', { name: 'One-time code' })
  const email = `new-${randomInt(1_000_000_000)}@example.com`

  for (const [text, words] of wrongContacts) {
    await test.step(`"${text}": ${words}`, async () => {
      await contact(page).fill(text)
      await button(page, 'Send me a code').click()
      await expect(alert(page, words)).toBeVisible()
      await expect(contact(page)).toBeFocused()
      await expect(contact(page)).toHaveAccessibleDescription(new RegExp(words.replace(/[+.]/g, '\\$&')))
      await expect(code).toHaveCount(0)
    })
  }
  await expectAccessible(page)

  await test.step('after an unexpected failure the page expects no code, and typing removes the message', async () => {
    await page.route(/\/auth\/v1\/otp/, (route) =>
      route.fulfill({
        status: 400,
        json: { code: 400, error_code: 'unexpected_failure', msg: 'the mail server is gone' }
      })
    )
    await contact(page).fill('+423 790 12 34')
    await button(page, 'Send me a code').click()
    await expect(alert(page, 'Sign-in failed. Please try again. (unexpected_failure)')).toBeVisible()
    await contact(page).fill(email)
    await expect(alert(page, 'Sign-in failed.')).toHaveCount(0)
    await button(page, 'Send me a code').click()
    await expect(alert(page, 'Sign-in failed. Please try again.')).toBeVisible()
    await expect(code).toHaveCount(0)
    await page.unroute(/\/auth\/v1\/otp/)
  })

  await test.step('an incomplete code, and a wrong one', async () => {
    await button(page, 'Send me a code').click()
    await code.fill('123')
    await button(page, 'Sign in').click()
    await expect(alert(page, 'Please enter the whole code from our message.')).toBeVisible()
    await expect(code).toBeFocused()
    await expectAccessible(page)
    await code.fill('000000')
    await expect(alert(page, 'This code is wrong or has expired. Please check it or ask for a new one.')).toBeVisible()
    await expect(contact(page)).toHaveAttribute('readonly')
  })

  await test.step('the way back clears contact and code, also after a reload', async () => {
    await button(page, 'Cancel').click()
    await expect(page.getByRole('heading', { level: 1, name: 'Sign in' })).toBeFocused()
    await expect(contact(page)).toHaveValue('')
    await expect(contact(page)).toBeEditable()
    await page.reload()
    await expect(contact(page)).toBeEditable()
    await expect(code).toHaveCount(0)
  })
})

const starts = [
  ['rider23@hackney.test', '/'],
  ['driver4@hackney.test', '/drive'],
  ['admin@hackney.test', '/dashboard']
] as const

// Spec 2.14, 2.30, 2.33, 6.7
test('signing in leads each role to its own first page, and the start page shows the booking form except to drivers', async ({
  open,
  stack
}) => {
  for (const [email, path] of starts) {
    await test.step(email, async () => {
      const page = await open('/login')
      await signIn(page, stack, email)
      await expect(page).toHaveURL(path)
      await page.goto('/')
      const slogan = page.getByRole('heading', { level: 1, name: 'A trusted trade with good manners.' })
      const form = page.getByRole('combobox', { name: 'Pickup' })
      await expect(email.startsWith('driver') ? slogan : form).toBeVisible()
      await expect(email.startsWith('driver') ? form : slogan).toHaveCount(0)
      await expectAccessible(page)
      if (email.startsWith('admin')) return
      await button(page, /^Account: /).click()
      for (const name of ['Bookings', 'Profile', 'Sign out']) {
        await expect(page.getByRole('menuitem', { name })).toBeVisible()
      }
      await expect(page.getByRole('menuitem', { name: /Dashboard|Settings|Riders/ })).toHaveCount(0)
      await expectAccessible(page, '[role=menu]')
    })
  }
})

// Spec 5.2, 6.28, 6.29, 8.2, 8.17
test('an account that may not stay is signed out and reads why, on the sign-in page and on a page that stays open', async ({
  open,
  person,
  stack
}) => {
  await test.step('an account without a profile', async () => {
    const nobody = await newcomer(stack)
    const elsewhere = await askForSession(stack, nobody.email)
    await service(stack).from('profiles').delete().eq('id', nobody.id).throwOnError()
    const words = 'There is a problem with your account. Please contact us.'
    const door = await open('/bookings', { as: nobody })
    await expect(door).toHaveURL(/\/login/)
    await expect(alert(door, words)).toBeVisible()
    await expectAccessible(door)
    const home = await open('/', { as: elsewhere })
    await expect(home.getByText(words)).toBeVisible()
    await expect(home.getByRole('link', { name: 'Sign in' })).toBeVisible()
  })

  await test.step('a role that this page does not know', async () => {
    const page = await open(NOWHERE, { as: await person('rider23@hackney.test') })
    await page.route(/\/rest\/v1\/profiles/, async (route) => {
      const answer = await route.fetch()
      const row = await answer.json()
      const ghost = { usertype: 'ghost' }
      await route.fulfill({
        response: answer,
        json: Array.isArray(row) ? [{ ...row[0], ...ghost }] : { ...row, ...ghost }
      })
    })
    await page.goto('/profile')
    await expect(page).toHaveURL(/\/login/)
    await expect(alert(page, 'This account has no valid role. Please contact us.')).toBeVisible()
  })
})

// Spec 5.1, 5.3, 5.5, 5.6, 8.1, 8.3, 8.5, 8.30, 8.31, 8.34, 8.47
test('an obstacle to a booking is explained together with the way to remove it', async ({ open, person, stack }) => {
  const book = (page: Page) => button(page, /^Book Cab · CHF\s\d+\.\d\d/)

  await test.step('a visitor is asked to sign in', async () => {
    const page = await open('/', { at: vaduz })
    await choosePlace(page, 'Pickup', 'Städtle', /Städtle/)
    await choosePlace(page, 'Drop', 'Schaan', /Schaan/)
    await book(page).click()
    await expect(page).toHaveURL(/\/login/)
    await expect(page.getByRole('status').filter({ hasText: 'Please sign in to book.' })).toBeVisible()
    await expectAccessible(page)
  })

  await test.step('a rider without an e-mail address is asked for it, and the profile says that it is needed', async () => {
    const unreachable = await newcomer(stack)
    await service(stack)
      .from('profiles')
      .update({ first_name: 'Nina', last_name: 'Neu', mobile: '+4235550000', email: null })
      .eq('id', unreachable.id)
      .throwOnError()
    const page = await open('/', { at: vaduz, as: unreachable })
    await choosePlace(page, 'Pickup', 'Städtle', /Städtle/)
    await choosePlace(page, 'Drop', 'Schaan', /Schaan/)
    await book(page).click()
    const question = page.getByRole('dialog', { name: 'Your e-mail address' })
    await expect(question).toBeVisible()
    await expectAccessible(page)
    await question.getByRole('button', { name: 'Close' }).click()
    await expect(question).toBeHidden()
    await page.goto('/profile?next=%2F')
    await expect(page.getByText('Please complete your name and contact details in your profile first.')).toBeVisible()
    await page.goto('/bookings')
    await expect(page.getByText('No bookings yet')).toBeVisible()
    await expectAccessible(page)
  })

  const rider = await person('rider25@hackney.test')
  await test.step('a place that the map service no longer knows', async () => {
    const page = await open('/', { at: vaduz, as: rider })
    await choosePlace(page, 'Pickup', 'Städtle', /Städtle/)
    await page.route(/places\/autocomplete/, async (route) => {
      const answer = await route.fetch()
      const { searchResults } = await answer.json()
      const forgotten = searchResults.map(({ lat, lng, ...rest }: Record<string, unknown>) => ({
        ...rest,
        place_id: `gone-${lat}-${lng}`
      }))
      await route.fulfill({ response: answer, json: { searchResults: forgotten } })
    })
    await choosePlace(page, 'Drop', 'Schaan', /Schaan/)
    await expect(page.getByText('This address could not be found on the map. Please choose another.')).toBeVisible()
    await expectAccessible(page)
    await page.unroute(/places\/autocomplete/)
    await choosePlace(page, 'Drop', 'Triesen', /Triesen/)
    await expect(book(page)).toBeVisible()
  })

  await test.step('a drop without a road to it', async () => {
    const far = { user_id: rider.id, label: 'Berlin', description: 'Alexanderplatz, Berlin', lat: 52.52, lng: 13.41 }
    await service(stack).from('saved_addresses').insert(far).throwOnError()
    const page = await open('/', { at: vaduz, as: rider })
    await choosePlace(page, 'Pickup', 'Städtle', /Städtle/)
    await page.getByRole('combobox', { name: 'Drop' }).click()
    await page.getByRole('option', { name: /^Berlin/ }).click()
    await expect(
      alert(page, 'There is no road from this pickup to this drop. Please choose another place.')
    ).toBeVisible()
    await expect(alert(page, 'This place is outside the area we serve. Please choose another place.')).toBeVisible()
    await expectAccessible(page)
    await service(stack).from('saved_addresses').delete().eq('user_id', rider.id).throwOnError()
  })
})

// Spec 2.19, 4.56, 8.36, 8.43
test('missing or failed data is explained in words, and loaded again by a press', async ({ open }) => {
  const settings = /\/rest\/v1\/settings/
  const page = await open(NOWHERE)

  await test.step('an operator without car types', async () => {
    await page.route(/\/rest\/v1\/car_types/, (route) => route.fulfill({ json: [] }))
    await page.goto('/')
    await choosePlace(page, 'Pickup', 'Städtle', /Städtle/)
    await choosePlace(page, 'Drop', 'Schaan', /Schaan/)
    await expect(page.getByText('No cars are offered yet.')).toBeVisible()
    await expectAccessible(page)
    await page.unroute(/\/rest\/v1\/car_types/)
  })

  await test.step('a service that was never set up', async () => {
    await page.route(settings, (route) => route.fulfill({ json: [] }))
    await page.goto('/')
    await expect(page.getByRole('heading', { level: 1, name: 'No Database Settings found' })).toBeVisible()
    await expectAccessible(page)
    await page.unroute(settings)
  })

  await test.step('failed settings show an error, and a press loads them', async () => {
    await page.route(settings, (route) => route.fulfill({ status: 500, json: { message: 'gone' } }))
    await page.goto('/')
    await expect(page.getByRole('heading', { name: 'This could not be loaded' })).toBeVisible()
    await expectAccessible(page)
    await page.unroute(settings)
    await button(page, 'Try again').click()
    await expect(page.getByRole('combobox', { name: 'Pickup' })).toBeVisible()
  })
})
