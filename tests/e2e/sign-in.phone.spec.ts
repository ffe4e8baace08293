import { randomInt } from 'node:crypto'
import { newestCode, service } from '../support/people.ts'
import { vaduz } from '../support/places.ts'
import { unwrap } from '../support/responses.ts'
import { choosePlace, expect, expectAccessible, NOWHERE, signIn, test } from './fixtures.ts'

// Spec 2.28, 7.9, 7.39
test('a person who reloads while waiting for the code can still enter it, and a new code is announced', async ({
  open,
  stack
}) => {
  const email = `rider-${randomInt(1_000_000_000)}@example.com`
  const page = await open(NOWHERE)
  await page.clock.install()
  await page.goto('/login')
  let since = Date.now()
  await page.getByRole('textbox', { name: 'E-mail' }).fill(email)
  await page.getByRole('button', { name: 'Send me a code' }).click()
  const code = page.getByRole('textbox', { name: 'One-time code' })
  await expect(code).toBeFocused()

  await test.step('the code step survives a reload', async () => {
    await page.reload()
    await expect(page.getByRole('heading', { level: 1, name: 'Enter the code' })).toBeVisible()
    await expect(page.getByText(new RegExp(`a code to ${email}`))).toBeVisible()
  })

  await test.step('a request that is too early is refused in words, and the button keeps the focus', async () => {
    await page.route(/\/auth\/v1\/otp/, (route) =>
      route.fulfill({ status: 429, json: { code: 'over_email_send_rate_limit', message: 'too soon' } })
    )
    await expect(page.getByRole('button', { name: /^Send a new one in \d+ s$/ })).toBeDisabled()
    await page.clock.fastForward(31_000)
    const again = page.getByRole('button', { name: 'Send a new one', exact: true })
    await again.focus()
    await page.keyboard.press('Enter')
    await expect(page.getByRole('alert').filter({ hasText: /\w/ })).toBeVisible()
    await expect(again).toBeFocused()
    await page.unroute(/\/auth\/v1\/otp/)
  })

  await test.step('a new code is announced, and the field takes the focus', async () => {
    const said = page.getByRole('status').filter({ hasText: `on its way to ${email}` })
    // Retries: the service sends at most one code per second to an address, and a fast browser asks earlier.
    await expect(async () => {
      since = Date.now()
      await page.getByRole('button', { name: 'Send a new one', exact: true }).click()
      await expect(said).toBeVisible({ timeout: 2000 })
    }).toPass()
    await expect(code).toBeFocused()
    await expectAccessible(page)
  })

  await test.step('the code signs in, and the step is forgotten', async () => {
    await code.fill(await newestCode(stack, email, since))
    await expect(page).not.toHaveURL(/login/)
    expect(await page.evaluate(() => sessionStorage.getItem('hackney.sent-code'))).toBeNull()
  })
})

// Spec 2.26, 3.56, 5.10, 8.12, 9.13
test('if the operator shows the country choice, a national number is enough', async ({ open, stack, picture }) => {
  const settings = (values: object) => service(stack).from('settings').update(values).eq('id', 1).throwOnError()
  await settings({ allow_country_selection: true })
  const national = `79${randomInt(1_000_000, 9_999_999)}`
  const page = await open('/login')
  const country = page.getByRole('combobox', { name: 'Country' })
  await expect(country).toHaveValue('LI')
  await test.step('a missing country shows an error at its field', async () => {
    await country.selectOption('')
    await page.getByRole('textbox', { name: 'E-mail or mobile number' }).fill(`0${national}`)
    await page.getByRole('button', { name: 'Send me a code' }).click()
    await expect(page.getByText('Please choose a country.')).toBeVisible()
    await expect(country).toBeFocused()
    await expectAccessible(page)
  })
  await test.step('the code goes to the number with its country prefix, and signs in', async () => {
    await country.selectOption({ label: 'Switzerland (\u2066+41\u2069)' })
    await picture(page, 'login-country')
    const since = Date.now()
    await page.getByRole('button', { name: 'Send me a code' }).click()
    await expect(
      page.getByText(new RegExp(`a code to .*41 ${national.slice(0, 2)} ${national.slice(2, 5)} `))
    ).toBeVisible()
    await expect(country).toBeDisabled()
    const code = await newestCode(stack, `41${national}@sms.hackney.test`, since)
    await page.getByRole('textbox', { name: 'One-time code' }).fill(code)
    await expect(page).not.toHaveURL(/login/)
  })
  await settings({ allow_country_selection: false })
})

// Spec 2.29, 7.37, 7.49
test('the page offers a social network only if the operator and Auth enabled it, and shows its errors', async ({
  open,
  stack,
  picture
}) => {
  const settings = (facebook_login_enabled: boolean) =>
    service(stack).from('settings').update({ facebook_login_enabled }).eq('id', 1).throwOnError()
  await settings(true)
  const page = await open(NOWHERE)
  const button = page.getByRole('button', { name: 'Continue with Facebook' })

  await test.step('without keys for it in Auth there is no button', async () => {
    const asked = page.waitForResponse(/\/auth\/v1\/settings/)
    await page.goto('/login')
    await (await asked).finished()
    await expect(page.getByRole('button', { name: 'Send me a code' })).toBeVisible()
    await expect(button).toHaveCount(0)
  })

  // Replaces two responses of Auth: its settings say that the social network is set up, and the network sends the person back as
  // after a press on "Cancel" there.
  await page.route(/\/auth\/v1\/settings/, async (route) => {
    const answer = await route.fetch()
    const { external, ...rest } = await answer.json()
    await route.fulfill({ response: answer, json: { ...rest, external: { ...external, facebook: true } } })
  })
  await page.route(/\/auth\/v1\/authorize/, (route) => {
    const back = new URL(new URL(route.request().url()).searchParams.get('redirect_to') ?? '')
    back.searchParams.set('error', 'access_denied')
    back.searchParams.set('error_code', 'access_denied')
    return route.fulfill({ status: 302, headers: { location: back.href } })
  })
  await test.step('the button leads to the network, and back to the page that the person wanted', async () => {
    await page.goto('/login?next=%2Fwallet')
    await expect(button).toBeVisible()
    await expectAccessible(page)
    await picture(page, 'login-social')
    const left = page.waitForRequest(/\/auth\/v1\/authorize/)
    await button.click()
    const asked = new URL((await left).url()).searchParams
    expect(asked.get('provider')).toBe('facebook')
    expect(asked.get('code_challenge_method')).toBe('s256')
    await expect(page.getByText('You did not finish signing in there.')).toBeVisible()
    await expect(page).toHaveURL(/\/login\?next=%2Fwallet/)
    await expectAccessible(page)
  })
  await settings(false)
})

// Spec 8.18
test('after a session ends during a booking, signing in again restores the form, and the rider books', async ({
  open,
  stack,
  picture
}) => {
  const email = 'rider14@hackney.test'
  const page = await open('/', { at: vaduz })
  const drop = page.getByRole('combobox', { name: 'Drop' })
  const van = page.getByRole('radio', { name: /^Van/ })
  const book = page.getByRole('button', { name: /Van · CHF/ })
  await choosePlace(page, 'Pickup', 'Städtle', /Städtle/)
  await choosePlace(page, 'Drop', 'Schaan', /Schaan/)

  await test.step("the visitor's form is kept after signing in, and belongs to the rider from then on", async () => {
    await page.getByRole('button', { name: /^Book Cab/ }).click()
    await signIn(page, stack, email)
    await expect(drop).toHaveValue(/Schaan/)
    await van.click()
    await expect(book).toBeVisible()
  })

  await test.step('when the session is ended elsewhere, the form is hidden, and the page says how to get it back', async () => {
    const token = await page.evaluate(() => JSON.parse(localStorage.getItem('hackney.session') ?? '').access_token)
    await service(stack).auth.admin.signOut(token, 'global')
    await expect(page.getByText('You were signed out.')).toBeVisible()
    await expect(drop).toHaveValue('')
    await expectAccessible(page)
    await picture(page, 'signed-out-booking')
    await page.getByRole('main').getByRole('link', { name: 'Sign in' }).click()
    await signIn(page, stack, email)
    await expect(drop).toHaveValue(/Schaan/)
    await expect(van).toBeChecked()
  })

  await test.step('a refused press leads to the sign-in and back to the form, which is then booked', async () => {
    const refused = /rpc\/create_booking/
    await page.route(refused, (route) =>
      route.fulfill({ status: 401, json: { code: 'PGRST303', message: 'JWT expired' } })
    )
    await book.click()
    await page.getByRole('link', { name: 'Sign in again' }).click()
    await page.unroute(refused)
    await signIn(page, stack, email)
    await book.click()
    await expect(page).toHaveURL(/\/bookings\/[0-9a-f-]{36}/)
    const riders = service(stack).from('bookings').select('id,profiles!bookings_customer_id_fkey!inner(email)')
    const made = unwrap(await riders.eq('profiles.email', email).eq('status', 'NEW'))
    expect(made).toHaveLength(1)
    await page.getByRole('button', { name: /^Cancel/ }).click()
    await page.getByRole('radio').first().click()
    await page.getByRole('button', { name: 'Cancel trip' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('This ride was cancelled')
  })
})
