/** From the filled form to one booking: two tabs, a reload, part payment by wallet, and a price that changes meanwhile. */
import { randomUUID } from 'node:crypto'
import type { Locator, Page } from '@playwright/test'
import { paths } from '../../src/config/paths.ts'
import { newcomer, newcomerByPhone, newestCode, type Person, service } from '../support/people.ts'
import { vaduz } from '../support/places.ts'
import { unwrap } from '../support/responses.ts'
import { choosePlace, expect, expectAccessible, test } from './fixtures.ts'
import { expectEveryManner } from './manners.ts'

const button = (page: Page, name: string | RegExp): Locator => page.getByRole('button', { name })
const field = (page: Page, name: string): Locator => page.getByRole('combobox', { name, exact: true })
const bookButton = (page: Page): Locator => button(page, /^Book Cab · CHF\s\d+\.\d\d/)

/** Cancels the rider's open bookings. */
async function cancelOpen({ id, client }: Person): Promise<void> {
  const open = unwrap(
    await client.from('bookings').select('id').eq('customer_id', id).in('status', ['NEW', 'ACCEPTED'])
  )
  for (const booking of open)
    unwrap(await client.rpc('cancel_booking', { booking_id: booking.id, reason: 'My plans changed' }))
}

/** Pickup and drop of most of these stories. */
async function chooseWay(page: Page): Promise<void> {
  await choosePlace(page, 'Pickup', 'Städtle', /Städtle/)
  await choosePlace(page, 'Drop', 'Schaan', /Schaan/)
  await expect(bookButton(page)).toBeVisible()
}

// Spec 1.3, 2.21, 3.22, 9.31
test('a later ride with a stop, a promotion and part payment by wallet survives a reload, is the same in two tabs, and is booked once', async ({
  open,
  person,
  picture,
  stack
}) => {
  const [rider, admin] = [await person('rider33@hackney.test'), await person('admin@hackney.test')]
  const code = `DUO${randomUUID().slice(0, 6)}`.toUpperCase()
  await service(stack)
    .from('promos')
    .insert({ promo_name: code, promo_discount_value: 2, promo_validity: '2099-12-31', promo_usage_limit: 5 })
    .throwOnError()
  const { wallet_balance } = unwrap(
    await rider.client.from('profiles').select('wallet_balance').eq('id', rider.id).single()
  )
  if (wallet_balance < 5) {
    unwrap(await admin.client.rpc('add_to_wallet', { user_id: rider.id, amount: 5 - wallet_balance }))
  }
  const page = await open('/', { at: vaduz, as: rider })
  await chooseWay(page)
  await button(page, 'Add a stop').click()
  await choosePlace(page, 'Stop 1', 'Bendern', /Bendern/)
  await expect(bookButton(page)).toBeVisible()
  await button(page, 'When: Now').click()
  const when = page.getByRole('dialog', { name: 'When' })
  await when.getByRole('radio', { name: 'Tomorrow' }).click()
  await when.getByRole('radio', { name: '00:15' }).click()
  await expect(when).toHaveCount(0)

  await test.step('the page shows what the wallet pays and what is left', async () => {
    await button(page, /^Payment/).click()
    const dialog = page.getByRole('dialog', { name: 'Payment' })
    await expect(dialog.getByText('The wallet pays')).toBeVisible()
    await expect(dialog.getByText('Left to pay at the end')).toBeVisible()
    await expectAccessible(page)
    await picture(page, 'wallet-part')
    await dialog.getByRole('radio', { name: /^Wallet/ }).click()
    await expect(dialog).toHaveCount(0)
    await expect(button(page, 'Payment: Wallet')).toBeVisible()
  })

  const other = await page.context().newPage()
  await test.step('a reload and a second tab show the same, and the newest change applies in both', async () => {
    await page.reload()
    await expect(field(page, 'Stop 1')).toHaveValue(/Bendern/)
    await expect(button(page, 'Payment: Wallet')).toBeVisible()
    await other.goto(paths.home)
    await expect(field(other, 'Drop')).toHaveValue(/Schaan/)
    await expect(button(other, /^When: .*00:15$/)).toBeVisible()
    await button(page, /^Move .*Schaan/).press('ArrowUp')
    await expect(field(page, 'Drop')).toHaveValue(/Bendern/)
    await expect(field(other, 'Drop')).toHaveValue(/Bendern/)
  })

  await test.step('the estimate has its lines, and buttons to book or cancel', async () => {
    await button(page, /How this fare is made/).click()
    const dialog = page.getByRole('dialog', { name: 'Estimate fare' })
    await expect(dialog.getByRole('button', { name: 'Book Now' })).toBeVisible()
    await expectAccessible(page)
    await dialog.getByRole('button', { name: 'Cancel' }).click()
  })

  await test.step('pressing Book in both tabs at once creates one booking, and both forms are empty afterwards', async () => {
    await button(page, 'Add code').click()
    await page.getByRole('textbox', { name: 'Promotion code' }).fill(code)
    await button(page, 'Apply').click()
    await expect(page.getByText(code).first()).toBeVisible()
    await expect(bookButton(page)).toBeEnabled()
    await expect(bookButton(other)).toBeEnabled()
    const press = (button: HTMLElement) => button.click()
    const [first, second] = [await bookButton(page).elementHandle(), await bookButton(other).elementHandle()]
    await Promise.all([first?.evaluate(press as never), second?.evaluate(press as never)])
    await expect(page).toHaveURL(/\/bookings\/[0-9a-f-]{36}/)
    const { data } = await rider.client
      .from('bookings')
      .select('id, payment_mode, book_later, waypoints')
      .eq('customer_id', rider.id)
      .in('status', ['NEW'])
    expect(data).toMatchObject([{ payment_mode: 'wallet', book_later: true }])
    await page.goBack()
    await expect(field(page, 'Drop')).toHaveValue('')
    for (const { id } of data ?? []) {
      unwrap(await rider.client.rpc('cancel_booking', { booking_id: id, reason: 'My plans changed' }))
    }
  })
})

test('an expired price is renewed by itself, and the page says what has changed', async ({
  open,
  person,
  stack,
  turnableClock
}) => {
  const page = await open('/', { at: vaduz, as: await person('rider33@hackney.test') })
  await chooseWay(page)
  const windows = service(stack).from('tariff_windows')
  const name = `Snow ${randomUUID().slice(0, 4)}`
  const { data } = await windows.insert({ name, amount: 1.5 }).select('id').single().throwOnError()
  await turnableClock.turnBy(11 * 60)
  await expect(page.getByText(new RegExp(`^Now CHF.* it was CHF.*${name} applies now\\.$`))).toBeVisible({
    timeout: 40_000
  })
  await expectAccessible(page)
  await service(stack)
    .from('tariff_windows')
    .delete()
    .eq('id', data?.id ?? '')
    .throwOnError()
})

// Spec 2.25, 8.9
test('a rider without a phone number is asked for one in the dialog, and a "no" is remembered', async ({
  open,
  person,
  stack
}) => {
  const rider = await person('rider34@hackney.test')
  const profiles = () => service(stack).from('profiles')
  const { data } = await profiles().select('mobile').eq('id', rider.id).single().throwOnError()
  await profiles().update({ mobile: null }).eq('id', rider.id).throwOnError()
  const page = await open('/', { at: vaduz, as: rider })
  await chooseWay(page)
  await bookButton(page).click()
  const dialog = page.getByRole('dialog', { name: 'Please add your phone number to your profile.' })
  await expect(dialog.getByRole('button', { name: 'Book without a number' })).toBeVisible()
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Save and book' }).click()
  await expect(dialog.getByText('Please enter a complete phone number.')).toBeVisible()
  await dialog.getByRole('button', { name: 'Book without a number' }).click()
  await expect(page).toHaveURL(/\/bookings\/[0-9a-f-]{36}/)
  await cancelOpen(rider)

  await page.goto(paths.home)
  await chooseWay(page)
  await bookButton(page).click()
  await expect(page).toHaveURL(/\/bookings\/[0-9a-f-]{36}/)
  await cancelOpen(rider)
  await profiles()
    .update({ mobile: data?.mobile ?? null })
    .eq('id', rider.id)
    .throwOnError()
})

// Spec 2.25
test('a new rider gives name and number in one dialog, which books, and is not asked again', async ({
  open,
  stack,
  picture
}) => {
  const rider = await newcomer(stack)
  const page = await open('/', { at: vaduz, as: rider })
  const dialog = page.getByRole('dialog', { name: 'Your name and number' })
  await chooseWay(page)
  await bookButton(page).click()

  await test.step('every missing field is named at once', async () => {
    await dialog.getByRole('button', { name: 'Save and book' }).click()
    await expect(dialog.getByText('Please enter your first name.')).toBeVisible()
    await expect(dialog.getByText('Please enter your last name.')).toBeVisible()
    await expect(dialog.getByText('Please enter a complete phone number.')).toBeVisible()
    await expect(dialog.getByRole('textbox', { name: 'First name' })).toBeFocused()
    await expectAccessible(page, '[role=dialog]')
    await expectEveryManner(page, 'first-booking', { within: '[role=dialog]', keep: picture })
  })
  await test.step('the filled in dialog books', async () => {
    await dialog.getByRole('textbox', { name: 'First name' }).fill('Nina')
    await dialog.getByRole('textbox', { name: 'Last name' }).fill('Neu')
    await dialog.getByRole('textbox', { name: 'Mobile number' }).fill('+423 555 77 10')
    await dialog.getByRole('button', { name: 'Save and book' }).click()
    await expect(page).toHaveURL(/\/bookings\/[0-9a-f-]{36}/)
    const { data } = await service(stack)
      .from('profiles')
      .select('first_name,last_name,mobile')
      .eq('id', rider.id)
      .single()
      .throwOnError()
    expect(data).toMatchObject({ first_name: 'Nina', last_name: 'Neu' })
    expect(data?.mobile?.replace(/\D/g, '')).toBe('4235557710')
    await cancelOpen(rider)
  })
  await test.step('the next booking asks nothing', async () => {
    await page.goto(paths.home)
    await chooseWay(page)
    await bookButton(page).click()
    await expect(page).toHaveURL(/\/bookings\/[0-9a-f-]{36}/)
    await cancelOpen(rider)
  })
})

test('a rider who signed up by number proves an e-mail address in the dialog that books', async ({
  open,
  picture,
  stack
}) => {
  const rider = await newcomerByPhone(stack)
  const email = `first-${randomUUID().slice(0, 8)}@example.com`
  const page = await open('/', { at: vaduz, as: rider })
  await chooseWay(page)
  await bookButton(page).click()
  const names = page.getByRole('dialog', { name: 'Your name' })
  await names.getByRole('textbox', { name: 'First name' }).fill('Nils')
  await names.getByRole('textbox', { name: 'Last name' }).fill('Neu')
  await names.getByRole('button', { name: 'Save and go on' }).click()

  const proof = page.getByRole('dialog', { name: 'Your e-mail address' })
  await proof.getByRole('button', { name: 'Send a code' }).click()
  await expect(proof.getByText('Please enter a valid e-mail address.')).toBeVisible()
  await expectEveryManner(page, 'booking-email', { within: '[role=dialog]', keep: picture })
  await proof.getByRole('textbox', { name: 'E-mail address' }).fill(email)
  const since = Date.now()
  await proof.getByRole('button', { name: 'Send a code' }).click()
  const code = proof.getByRole('textbox', { name: 'Confirmation code' })
  await code.fill(await newestCode(stack, email, since))
  await expect(page).toHaveURL(/\/bookings\/[0-9a-f-]{36}/)
  const { data } = await service(stack).from('profiles').select('email').eq('id', rider.id).single().throwOnError()
  expect(data?.email).toBe(email)
})

test('the profile leads back to the ride once the e-mail address is proved', async ({ open, stack }) => {
  const rider = await newcomerByPhone(stack)
  unwrap(await rider.client.rpc('update_profile', { first_name: 'Nils', last_name: 'Neu' }))
  const email = `first-${randomUUID().slice(0, 8)}@example.com`
  const page = await open(`${paths.profile}?next=%2F`, { as: rider })
  await expect(page.getByText('Please complete your name and contact details')).toBeVisible()
  await page.getByRole('textbox', { name: 'New e-mail address' }).fill(email)
  const since = Date.now()
  await page.getByRole('button', { name: 'Send a code' }).first().click()
  await page.getByRole('textbox', { name: 'Confirmation code' }).fill(await newestCode(stack, email, since))
  await expect(page).toHaveURL(new URL('/', page.url()).href)
})

test('a new rider who books for a guest is asked for the own name, not for a number', async ({ open, stack }) => {
  const rider = await newcomer(stack)
  const page = await open('/', { at: vaduz, as: rider })
  await chooseWay(page)
  await button(page, /^Who rides/).click()
  const who = page.getByRole('dialog', { name: 'Who rides?' })
  await who.getByRole('radio', { name: 'Someone else' }).click()
  await who.getByRole('textbox', { name: 'Name' }).fill('Gina Gast')
  await who.getByRole('textbox', { name: 'Phone number' }).fill('+423 555 77 11')
  await who.getByRole('button', { name: 'Done' }).click()
  await bookButton(page).click()
  const dialog = page.getByRole('dialog', { name: 'Your name' })
  await expect(dialog.getByRole('textbox', { name: 'Mobile number' })).toHaveCount(0)
  await dialog.getByRole('textbox', { name: 'First name' }).fill('Nora')
  await dialog.getByRole('textbox', { name: 'Last name' }).fill('Neu')
  await dialog.getByRole('button', { name: 'Save and book' }).click()
  await expect(page).toHaveURL(/\/bookings\/[0-9a-f-]{36}/)
  await cancelOpen(rider)
})
