/** Payments by a provider in the browser: the test provider, with the same requests and webhooks as a real one. */
import type { Locator, Page } from '@playwright/test'
import { allowTestPayments } from '../support/payments.ts'
import { service } from '../support/people.ts'
import { schaan, vaduz } from '../support/places.ts'
import { unwrap } from '../support/responses.ts'
import { accept, bookAccepted, cents, estimate, goOnline, offerOf, reportPosition, start } from '../support/ride.ts'
import { pressFor, toast } from './dispatcher.ts'
import { choosePlace, expect, expectAccessible, test } from './fixtures.ts'
import { expectEveryManner } from './manners.ts'

test.beforeAll(({ stack }) => allowTestPayments(stack, true))
test.afterAll(({ stack }) => allowTestPayments(stack, false))

const press = (page: Page, name: string | RegExp) => page.getByRole('button', { name }).click()

/** The width (px) that the text of a button leaves free. */
const roomAround = (button: Locator): Promise<number> =>
  button.evaluate((element) => {
    const text = document.createRange()
    text.selectNodeContents(element)
    return element.getBoundingClientRect().width - text.getBoundingClientRect().width
  })

/** Decides on the test provider's page. */
async function decide(page: Page, act: string): Promise<void> {
  await expect(page).toHaveURL(/\/pay\/[0-9a-f-]{36}$/)
  await expect(page.getByRole('heading', { level: 1, name: 'Test provider' })).toBeVisible()
  await press(page, act)
}

// Spec 7.67
test('a rider tops up, is declined once, and gets the money once, even if the provider reports it twice', async ({
  open,
  person,
  picture
}) => {
  const rider = await person('rider17@hackney.test')
  const balance = async () =>
    cents(
      unwrap(await rider.client.from('profiles').select('wallet_balance').eq('id', rider.id).single()).wallet_balance
    )
  const before = await balance()
  const page = await open('/wallet', { as: rider })
  await press(page, 'Top up')
  const dialog = page.getByRole('dialog', { name: 'Top up the wallet' })
  await expect(dialog.getByRole('radio', { name: /^Test provider\s*Test/ })).toBeChecked()
  expect(await roomAround(dialog.getByRole('radio', { name: /100\.00/ })), 'px beside the amount').toBeGreaterThan(16)
  await expectAccessible(page)
  await picture(page, 'topup')
  await dialog.getByRole('radio').first().click()
  const button = dialog.getByRole('button', { name: /^Pay CHF/ })
  const amount = cents(Number(/[\d.]+$/.exec((await button.innerText()).trim())?.[0]))
  expect(amount).toBeGreaterThan(0)
  await button.dblclick()

  await test.step('a declined payment charges nothing and can be tried again', async () => {
    await decide(page, 'Decline')
    await expect(page.getByRole('heading', { level: 1, name: 'The payment was declined' })).toBeVisible()
    await expectAccessible(page)
    await picture(page, 'pay-declined')
    expect(await balance()).toBe(before)
    await page.getByRole('link', { name: 'To the wallet' }).click()
  })

  await test.step('a payment that the provider reports twice is credited once, and is in the history', async () => {
    await press(page, 'Top up')
    await dialog.getByRole('radio').first().click()
    await button.click()
    await expect(page.getByRole('heading', { level: 1, name: 'Test provider' })).toBeVisible()
    await expectAccessible(page)
    await expectEveryManner(page, 'pay-test', { within: 'main', keep: picture })
    await decide(page, 'Confirm twice')
    await expect(page).toHaveURL(/\/wallet$/)
    expect(await balance()).toBe(before + amount)
    await expect(page.getByText('Top-up', { exact: true }).first()).toBeVisible()
  })

  await test.step('an expired or unknown payment shows a page that says so', async () => {
    await page.goto('/pay/expired?problem=checkout_expired')
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expectAccessible(page)
    await page.goto('/pay/00000000-0000-4000-8000-000000000000')
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  })
})

// Spec 2.23, 3.40
test('a parcel is booked by card, paid on the provider’s page, and offered to couriers afterwards', async ({
  open,
  person
}) => {
  const rider = await person('rider18@hackney.test')
  const admin = await person('admin@hackney.test')
  unwrap(await admin.client.rpc('add_to_wallet', { user_id: rider.id, amount: 2 }))
  const page = await open('/', { at: vaduz, as: rider })
  await choosePlace(page, 'Pickup', 'Städtle', /Städtle/)
  await choosePlace(page, 'Drop', 'Schaan', /Schaan/)
  await page.getByRole('radio', { name: 'Parcel' }).click()
  await page.getByRole('radio', { name: /^Courier/ }).click()
  await press(page, /^Book Courier · CHF/)
  await press(page, 'Get estimate')
  const dialog = page.getByRole('dialog', { name: 'Delivery information' })
  await dialog.getByRole('textbox', { name: 'Who takes the parcel' }).fill('Nina Frick')
  await dialog.getByRole('textbox', { name: 'Their phone number' }).fill('+423 555 77 88')
  await expect(dialog.getByText('You pay on the next page.')).toBeVisible()
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Book Now' }).click()
  await expect(page).toHaveURL(/\/bookings\/[0-9a-f-]{36}/)
  const id = page.url().split('/').at(-1) ?? ''
  const choice = page.getByRole('dialog', { name: 'Payment' })

  await test.step('the wallet pays its balance, and a card the rest', async () => {
    await choice.getByRole('radio', { name: /^Wallet · CHF\s2\.00/ }).click()
    await choice.getByRole('button', { name: 'Pay Now' }).click()
    await expect(choice.getByText(/is still to be paid\.$/).first()).toBeVisible()
    await expect(choice).toHaveCount(0)
    await press(page, /^Pay CHF/)
    await expect(choice.getByRole('radio', { name: /^Test provider/ })).toBeChecked()
    await choice.getByRole('button', { name: 'Pay Now' }).click()
  })
  await decide(page, 'Approve')
  await expect(page).toHaveURL(new RegExp(`/bookings/${id}$`))
  await expect(page.getByRole('heading', { level: 1, name: 'Looking for a driver', includeHidden: true })).toBeVisible()
  const paid = unwrap(await rider.client.from('bookings').select().eq('id', id).single())
  expect(paid).toMatchObject({
    status: 'NEW',
    prepaid: true,
    payment_mode: 'card',
    gateway: 'test',
    used_wallet_money: 2
  })
  unwrap(await rider.client.rpc('cancel_booking', { booking_id: id, reason: 'My plans changed' }))
})

// Spec 3.55, 4.43, 6.23, 7.11
test('a card is reserved before a ride and charged after it, a card tip goes to the driver, and an admin refunds to the card', async ({
  open,
  person,
  stack
}) => {
  const rider = await person('rider19@hackney.test')
  const driver = await person('driver@hackney.test')
  const admin = await person('admin@hackney.test')
  await goOnline(driver)
  const { quote_id } = await estimate(rider.client)
  const { id } = unwrap(await rider.client.rpc('create_booking', { quote_id: quote_id ?? '', payment_mode: 'card' }))
  const page = await open(`/bookings/${id}`, { as: rider })

  await test.step('the maximum is shown before it is reserved, and the reservation afterwards', async () => {
    await press(page, /^Reserve card · up to CHF/)
    const dialog = page.getByRole('dialog', { name: 'Reserve your card' })
    await expect(dialog.getByText(/^At most CHF.* is reserved now/)).toBeVisible()
    await expectAccessible(page)
    await dialog.getByRole('button', { name: 'Reserve' }).click()
    await decide(page, 'Approve')
    await expect(page).toHaveURL(new RegExp(`/bookings/${id}$`))
    await expect(page.getByText(/^Up to CHF.* is reserved on your card/)).toBeVisible()
  })

  await test.step('after the ride the card is charged automatically', async () => {
    await offerOf(driver, id)
    await accept(driver, id)
    await start(rider, driver, id)
    await reportPosition(driver, schaan)
    unwrap(await driver.client.rpc('reach_drop', { booking_id: id }))
    await expect
      .poll(async () => unwrap(await rider.client.from('bookings').select('status').eq('id', id).single()).status)
      .toBe('PAID')
    const paid = unwrap(await rider.client.from('bookings').select().eq('id', id).single())
    expect(paid.card_payment_amount).toBe(paid.customer_paid)
  })

  await test.step('the driver gets the whole tip', async () => {
    await page.reload()
    const tip = page.getByRole('region', { name: /^A tip for/ })
    await tip.getByRole('radio', { name: '10 %' }).click()
    await expect(tip.getByText('You pay on the next page.')).toBeVisible()
    await tip.getByRole('button', { name: /^Tip CHF/ }).click()
    await decide(page, 'Approve')
    await expect(page).toHaveURL(new RegExp(`/bookings/${id}$`))
    await expect(page.getByText(/^You tipped /)).toBeVisible()
  })

  await test.step('an admin refunds two parts to the card, and the rider’s page and the ledger show them', async () => {
    await service(stack).from('settings').update({ refund_to: 'source' }).eq('id', 1).throwOnError()
    try {
      const office = await open(`/bookings/${id}?tab=payments`, { as: admin })
      for (const [amount, reason] of [
        ['1', 'Too slow'],
        ['2.50', 'Detour']
      ] as const) {
        const dialog = await pressFor(office, 'f', 'Refund')
        await dialog.getByRole('textbox', { name: 'Amount' }).fill(amount)
        await dialog.getByRole('textbox', { name: 'Reason' }).fill(reason)
        await dialog.getByRole('button', { name: /^Refund CHF/ }).click()
        await toast(office, 'Refunded.')
      }
      await expect
        .poll(async () =>
          unwrap(await admin.client.from('refunds').select('amount,status').eq('booking_id', id).order('amount'))
        )
        .toEqual([
          { amount: 1, status: 'done' },
          { amount: 2.5, status: 'done' }
        ])
      await office.reload()
      await office.getByRole('tab', { name: 'Payments' }).click()
      await expect(office.getByText('Detour')).toBeVisible()
      const [paid] = unwrap(
        await admin.client.from('payments').select('refunded_amount').eq('booking_id', id).eq('purpose', 'booking')
      )
      expect(paid?.refunded_amount).toBe(3.5)
      const entries = unwrap(
        await admin.client
          .from('ledger_transactions')
          .select('kind,ledger_entries(amount,ledger_accounts(name))')
          .eq('booking_id', id)
          .in('kind', ['refund', 'refund_confirmed'])
      ).flatMap(({ ledger_entries }) => ledger_entries)
      const sumOf = (name: string) =>
        entries
          .filter((entry) => entry.ledger_accounts?.name === name)
          .reduce((sum, { amount }) => sum + cents(amount), 0)
      expect([sumOf('refunds_due:test'), sumOf('clearing:test')]).toEqual([0, 350])
      await page.goto(`/receipt/${id}`)
      const notes = page.getByRole('article', { name: /^Credit note/ })
      await expect(notes).toHaveCount(2)
      await expect(notes.filter({ hasText: /Given back\s*CHF\s2\.50/ })).toHaveCount(1)
    } finally {
      await service(stack).from('settings').update({ refund_to: 'wallet' }).eq('id', 1).throwOnError()
    }
  })
  await driver.client.rpc('set_driver_active', { active: false })
})

// Spec 1.4, 2.9, 2.23
test('a card is saved with consent, pays again with and without the bank’s confirmation, and is removed', async ({
  open,
  person,
  picture,
  stack
}) => {
  const rider = await person('rider16@hackney.test')
  const admin = await person('admin@hackney.test')
  const balance = async () =>
    cents(
      unwrap(await rider.client.from('profiles').select('wallet_balance').eq('id', rider.id).single()).wallet_balance
    )
  const page = await open('/wallet', { as: rider })
  const dialog = page.getByRole('dialog', { name: 'Top up the wallet' })
  const card = dialog.getByRole('radio', { name: /^Visa ending in 4242/ })
  const topUp = async (amount: string) => {
    await press(page, 'Top up')
    await dialog.getByRole('radio', { name: 'Other' }).click()
    await dialog.getByRole('textbox', { name: 'Your amount' }).fill(amount)
  }
  const pay = () => dialog.getByRole('button', { name: /^Pay CHF/ }).click()
  const before = await balance()

  await test.step('the card is saved only with the rider’s consent, and screen readers read its terms', async () => {
    await topUp('20')
    await expect(card).toHaveCount(0)
    const save = dialog.getByRole('checkbox', { name: 'Save this card for next time' })
    await expect(save).not.toBeChecked()
    await expect(save).toHaveAccessibleDescription(/use it only when you choose it to pay/)
    await save.check()
    await expectAccessible(page)
    await picture(page, 'card-save')
    await pay()
    await decide(page, 'Approve')
    await expect(page).toHaveURL(/\/wallet$/)
    const saved = page.getByRole('region', { name: 'Saved cards' })
    await expect(saved.getByText('Visa ending in 4242')).toBeVisible()
    await expectAccessible(page)
    await picture(page, 'wallet-cards')
  })

  await test.step('the saved card pays a small amount at once', async () => {
    await topUp('10')
    await expect(card).toBeChecked()
    await pay()
    await expect(page).toHaveURL(/\/wallet$/)
    await expect.poll(balance).toBe(before + 3000)
  })

  await test.step('for a larger amount the bank asks the rider to confirm, and nothing is charged before', async () => {
    await topUp('45')
    await pay()
    await expect(page.getByRole('heading', { level: 1, name: 'Test provider' })).toBeVisible()
    expect(await balance()).toBe(before + 3000)
    await decide(page, 'Approve')
    await expect(page).toHaveURL(/\/wallet$/)
    expect(await balance()).toBe(before + 7500)
  })

  await test.step('other people cannot see the card, and no client can read its token', async () => {
    const other = await person('rider17@hackney.test')
    const [mine] = unwrap(await rider.client.from('payment_methods').select())
    expect(JSON.stringify(mine)).not.toContain('test_card_')
    for (const { client } of [other, admin]) {
      expect(unwrap(await client.from('payment_methods').select())).toEqual([])
      expect(unwrap(await client.rpc('remove_card', { id: mine?.id ?? '' }))).toBe(false)
    }
  })

  await test.step('a removed card is deleted here and at the provider, and no webhook restores it', async () => {
    await press(page, 'Remove Visa ending in 4242')
    const question = page.getByRole('dialog', { name: 'Remove this card?' })
    await expectAccessible(page)
    await question.getByRole('button', { name: 'Remove' }).click()
    await toast(page, 'The card is removed.')
    await expect(page.getByRole('region', { name: 'Saved cards' })).toHaveCount(0)
    expect(unwrap(await service(stack).from('payment_methods').select().eq('user_id', rider.id))).toEqual([])
    await topUp('10')
    await expect(card).toHaveCount(0)
    await expect(dialog.getByRole('radio', { name: /^Test provider/ })).toBeChecked()
  })
})

test('a rider with an empty wallet pays by card what the office asks for after the ride', async ({
  open,
  person,
  picture
}) => {
  const [rider, driver, admin] = [
    await person('rider39@hackney.test'),
    await person('driver@hackney.test'),
    await person('admin@hackney.test')
  ]
  const { id } = await bookAccepted(rider, driver)
  await start(rider, driver, id)
  unwrap(await driver.client.rpc('reach_drop', { booking_id: id }))
  unwrap(await driver.client.rpc('confirm_cash', { booking_id: id }))
  unwrap(await admin.client.rpc('request_payment', { booking_id: id, kind: 'toll', amount: 7.5, reason: 'The tunnel' }))
  const page = await open(`/bookings/${id}`, { as: rider })
  const request = page.getByRole('region', { name: /^We ask you for CHF\s7\.50/ })
  await request.getByRole('button', { name: /^Pay CHF\s7\.50 by card$/ }).click()
  const dialog = page.getByRole('dialog', { name: /^Pay CHF\s7\.50 by card$/ })
  await expect(dialog.getByRole('radio', { name: /^Test provider/ })).toBeChecked()
  await expectAccessible(page, '[role=dialog]')
  await picture(page, 'request-by-card')
  await dialog.getByRole('button', { name: 'Pay Now' }).click()
  await decide(page, 'Approve')
  await expect(page).toHaveURL(new RegExp(`/bookings/${id}$`))
  await expect(page.getByText('Paid later, from the wallet')).toBeVisible()
  await expect(request).toHaveCount(0)
  const [paid] = unwrap(await rider.client.from('payment_requests').select('status').eq('booking_id', id))
  expect(paid?.status).toBe('accepted')
  expect(unwrap(await rider.client.rpc('own_wallet'))).toMatchObject({ balance: 0 })
  await driver.client.rpc('set_driver_active', { active: false })
})
