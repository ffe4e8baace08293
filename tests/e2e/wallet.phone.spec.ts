import type { Page } from '@playwright/test'
import { service, signIn } from '../support/people.ts'
import { unwrap } from '../support/responses.ts'
import { expect, expectAccessible, NOWHERE, test } from './fixtures.ts'

const dialog = (page: Page) => page.getByRole('dialog')
const withdrawals = (page: Page) => page.getByRole('list', { name: 'Withdrawals' }).getByRole('listitem')
const history = (page: Page) => page.getByRole('list', { name: 'Wallet history' }).getByRole('listitem')

// Spec 1.10, 2.9, 3.15, 3.18
test('a driver enters a bank account, withdraws money once, and sees the status', async ({
  open,
  person,
  picture,
  stack
}) => {
  const admin = await person('admin@hackney.test')
  // A first bank account counts at once only if its owner has just signed in.
  const driver = await signIn(stack, 'driver3@hackney.test')
  await service(stack).from('settings').update({ bank_change_hours: 24 }).eq('id', 1).throwOnError()
  const balance = async () =>
    unwrap(await driver.client.from('profiles').select('wallet_balance').eq('id', driver.id).single()).wallet_balance
  unwrap(await admin.client.rpc('add_to_wallet', { user_id: driver.id, amount: 120.5 }))
  const before = await balance()
  const page = await open('/profile', { as: driver })
  await page.goto('/wallet')
  await expect(page.getByRole('heading', { level: 1, name: 'Wallet' })).toBeVisible()
  await expect(page.getByText(new RegExp(`CHF\\s${before.toFixed(2)}`)).first()).toBeVisible()
  await expect(history(page).first()).toContainText(/Credited by the office.*\+CHF\s120\.50/)
  await expectAccessible(page)

  await test.step('an invalid account number shows an error at its field, and a valid one is shown in the bank’s format', async () => {
    await page.getByRole('button', { name: 'Add account' }).click()
    await dialog(page).getByLabel('IBAN or account number').fill('x*')
    await dialog(page).getByRole('button', { name: 'Save' }).click()
    await expect(dialog(page).getByText('Please enter the name of the bank.')).toBeVisible()
    await expect(dialog(page).getByText('Please enter 4 to 60 letters and digits.')).toBeVisible()
    await expect(dialog(page).getByLabel('Bank', { exact: true })).toBeFocused()
    await expectAccessible(page)
    await dialog(page).getByLabel('Bank', { exact: true }).fill('Landesbank')
    await dialog(page).getByLabel('IBAN or account number').fill('li21 0881 0000  2324 013a a')
    await dialog(page).getByRole('button', { name: 'Save' }).click()
    await expect(page.getByRole('region', { name: 'Bank account' })).toContainText('LI21 0881 0000 2324 013A A')
  })

  await test.step('zero and more than the balance are refused in words, and two presses withdraw once', async () => {
    await page.getByRole('button', { name: 'Withdraw', exact: true }).click()
    const amount = dialog(page).getByLabel('Amount')
    await dialog(page).getByRole('button', { name: 'Withdraw', exact: true }).click()
    await expect(dialog(page).getByText('Please enter an amount above 0.')).toBeVisible()
    await amount.fill(String(before + 1))
    await expect(dialog(page).getByText('There is not enough money in the wallet.')).toBeVisible()
    await expect(dialog(page).getByText('Goes to Landesbank, account … 13AA')).toBeVisible()
    await picture(page, 'withdraw')
    await expectAccessible(page)
    await dialog(page).getByRole('button', { name: /^All/ }).click()
    await expect(amount).toHaveValue(before.toFixed(2))
    await amount.fill('20.25')
    await dialog(page)
      .getByRole('button', { name: /^Withdraw CHF/ })
      .dblclick()
    await expect(dialog(page)).toHaveCount(0)
    await expect(withdrawals(page)).toHaveCount(1)
    await expect(withdrawals(page)).toContainText(/CHF\s20\.25.*Landesbank.*On its way/)
    await expect(page.getByText(new RegExp(`CHF\\s${(before - 20.25).toFixed(2)}`)).first()).toBeVisible()
    expect(await balance()).toBe(before - 20.25)
  })

  await test.step('the office’s decision appears by itself', async () => {
    const [asked] = unwrap(await driver.client.from('withdraw_requests').select('id').eq('processed', false))
    unwrap(await admin.client.rpc('complete_withdrawal', { id: asked?.id ?? '' }))
    await expect(withdrawals(page)).toContainText('Transferred')
    const { id } = unwrap(await driver.client.rpc('request_withdrawal', { amount: 10 }))
    await expect(withdrawals(page)).toHaveCount(2)
    unwrap(await admin.client.rpc('reject_withdrawal', { id, reason: 'The account is closed' }))
    await expect(withdrawals(page).first()).toContainText(/Rejected/)
    await expect(withdrawals(page).first()).toContainText('Back in the wallet: The account is closed')
    await expect(history(page).first()).toContainText(/Withdrawal rejected.*\+CHF\s10\.00/)
  })

  await test.step('after a change of the account, withdrawals wait, and the page says until when', async () => {
    await page.getByRole('button', { name: 'Change account' }).click()
    await dialog(page).getByLabel('Bank', { exact: true }).fill('Other Bank')
    await dialog(page).getByRole('button', { name: 'Save' }).click()
    await expect(page.getByText(/withdrawals wait until/)).toBeVisible()
    await picture(page, 'wallet')
    await expect(page.getByRole('button', { name: 'Withdraw', exact: true })).toBeDisabled()
  })
})

// Spec 2.9, 3.14, 7.50
test('a rider sees the wallet’s movements, and withdraws if the operator lets riders', async ({
  open,
  person,
  picture,
  stack
}) => {
  const admin = await person('admin@hackney.test')
  const rider = await person('rider9@hackney.test')
  unwrap(await admin.client.rpc('add_to_wallet', { user_id: rider.id, amount: 30 }))
  const settings = (rider_with_draw: boolean) =>
    service(stack).from('settings').update({ rider_with_draw }).eq('id', 1).throwOnError()
  await settings(false)
  const page = await open('/', { as: rider, locale: 'ar' })
  await page.goto('/wallet')
  await expect(page.getByRole('heading', { level: 1, name: 'المحفظة' })).toBeVisible()
  await expect(page.getByRole('list', { name: 'سجل المحفظة' }).getByRole('listitem').first()).toContainText(
    'رصيد من المكتب'
  )
  await expect(page.getByRole('button', { name: 'سحب', exact: true })).toHaveCount(0)
  await expect(page.getByRole('region', { name: 'الحساب المصرفي' })).toHaveCount(0)
  await expectAccessible(page)
  await settings(true)
  try {
    await page.reload()
    await expect(page.getByRole('button', { name: 'سحب', exact: true })).toBeVisible()
    await expect(page.getByRole('region', { name: 'الحساب المصرفي' })).toBeVisible()
    await picture(page, 'wallet-ar')
  } finally {
    await settings(false)
  }
})

test('with a payment provider, a wallet is topped up by a preset or a free amount within the limits', async ({
  open,
  person,
  picture,
  stack
}) => {
  const page = await open(NOWHERE, { as: await person('rider24@hackney.test') })
  const topUp = page.getByRole('button', { name: 'Top up' })
  await page.goto('/wallet')
  await expect(page.getByRole('heading', { name: 'No entries yet.' })).toBeVisible()
  await expect(topUp).toHaveCount(0)

  // The response of the payments function when a provider is set up.
  const provider = {
    name: 'Test card',
    mark: '',
    currencies: ['CHF'],
    limits: { min: 5, max: 80 },
    test: true,
    holds: false
  }
  await page.route(/payments\/providers/, (route) => route.fulfill({ json: { providers: [provider] } }))
  const link = `${stack.WEB_URL}/pay/1`
  await page.route(/payments\/checkout/, (route) => route.fulfill({ json: { link, fields: { order_id: '1' } } }))
  await page.route(link, (route) => route.fulfill({ contentType: 'text/html', body: '<h1>Provider</h1>' }))
  await page.reload()
  await topUp.click()
  await expect(dialog(page).getByRole('radio', { name: /^CHF\s20\.00$/ })).toBeChecked()
  // 100 exceeds the provider's limit.
  await expect(dialog(page).getByRole('radio', { name: /^CHF/ })).toHaveCount(2)
  await expectAccessible(page)
  await picture(page, 'top-up')
  await dialog(page).getByRole('radio', { name: 'Other' }).click()
  await dialog(page).getByLabel('Your amount').fill('81')
  await dialog(page).getByRole('button', { name: 'Pay Now' }).click()
  await expect(dialog(page).getByText(/^Between CHF\s5\.00 and CHF\s80\.00\.$/)).toBeVisible()
  await dialog(page).getByLabel('Your amount').fill('42.50')
  const [asked, posted] = [page.waitForRequest(/payments\/checkout/), page.waitForRequest(link)]
  await dialog(page)
    .getByRole('button', { name: /^Pay CHF\s42\.50$/ })
    .click()
  expect((await asked).postDataJSON()).toMatchObject({ purpose: 'topup', amount: 42.5, provider: 'Test card' })
  expect((await posted).postData()).toBe('order_id=1')
  await expect(page.getByRole('heading', { name: 'Provider' })).toBeVisible()
})
