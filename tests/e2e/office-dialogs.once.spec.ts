/** Dialogs of the office for rows that only a payment provider or a second admin causes: their lists answer with one such row. */
import type { Page } from '@playwright/test'
import { expect, NOWHERE, test } from './fixtures.ts'

const at = '2026-11-02T10:00:00Z'
const row = { id: '11111111-1111-4111-8111-111111111111', name: 'Lukas Marxer', amount: 12.5, provider: 'stripe' }

/** Lets functions of the database answer with rows or an error. */
const answer = (page: Page, name: string, json: object, status = 200) =>
  page.route(new RegExp(`/rpc/${name}(\\?|$)`), (route) => route.fulfill({ status, json }))

/** Opens the only row's menu, and the dialog behind an item. Each dialog that opens is checked with axe. */
async function choose(page: Page, item: string, title: string | RegExp): Promise<void> {
  await page.getByRole('button', { name: /^Actions for/ }).press('Enter')
  await page.getByRole('menuitem', { name: item }).click()
  await expect(page.getByRole('dialog', { name: title })).toBeVisible()
}

test('the office reviews a chargeback, accepts a difference, ends a charge, and signs a lost phone out', async ({
  open,
  person
}) => {
  const [admin, rider] = [await person('admin@hackney.test'), await person('rider9@hackney.test')]
  const page = await open(NOWHERE, { as: admin })
  const party = { customer_id: rider.id, reference: 'ABC123', payment_id: row.id, booking_id: row.id }
  const proofs = { has_trail: true, has_code: true, has_receipt: true, has_chat: false }
  const dispute = {
    dispute_ref: 'dp_1',
    status: 'open',
    purpose: 'booking',
    opened_at: at,
    due_at: at,
    closed_at: null
  }
  await answer(page, 'list_chargebacks', [{ ...row, ...party, ...proofs, ...dispute, currency: 'CHF' }])
  const sums = { theirs: 12.5, ours: 10, difference: 2.5 }
  await answer(page, 'reconciliation', [
    { ...party, ...sums, outcome: 'amount_differs', kind: 'charge', ref: 'txn_1', at, charge_ref: 'ch_1' }
  ])
  const days = { from_day: '2026-01-01', until_day: null, charged_until: null, created_at: at }
  await answer(page, 'list_driver_charges', [
    { ...row, ...days, driver_id: rider.id, kind: 'rent', weekly: true, note: '' }
  ])

  await page.goto('/money?show=chargebacks')
  await choose(page, 'Review answer', 'Answer this chargeback')
  await page.goto('/money?show=differences')
  await choose(page, 'Accept theirs', /right\?$/)
  await page.goto('/money?show=charges')
  await choose(page, 'End', 'End this charge?')

  await page.goto(`/riders/${rider.id}?tab=devices`)
  await page.getByRole('button', { name: 'Sign out everywhere' }).click()
  const question = page.getByRole('dialog', { name: /out everywhere\?$/ })
  await expect(question).toContainText('For a phone that was lost.')
  await question.getByRole('button', { name: 'Cancel' }).click()
  await expect(question).toHaveCount(0)
})

test('a large withdrawal asks for a second admin', async ({ open, person }) => {
  const page = await open(NOWHERE, { as: await person('admin@hackney.test') })
  const asked = { date: at, processed: false, process_date: null, rejected_at: null, reason: null, user_id: row.id }
  const bank = { bank_name: '', bank_code: '', bank_account: '', client_key: row.id, sent_at: null }
  await answer(page, 'list_withdrawals', { rows: [{ ...row, ...asked, ...bank }], next: null })
  await answer(page, 'complete_withdrawal', { code: 'PT403', message: 'needs_approval', hint: '', details: '' }, 403)
  await page.goto('/withdraws')
  await choose(page, 'Complete', 'Has the money been sent?')
  await page.getByRole('button', { name: 'Yes, complete it' }).click()
  await expect(page.getByRole('dialog').getByRole('button', { name: 'Ask for approval' })).toBeVisible()
})
