/** The desk sees what became of each text message, mail and code, and gives a refused number another chance. */
import { randomUUID } from 'node:crypto'
import { paths } from '../../src/config/paths.ts'
import { service } from '../support/people.ts'
import { expect, expectAccessible, test } from './fixtures.ts'
import { expectEveryManner } from './manners.ts'

test('the desk finds a code that was sent and one that the provider refused, reads why, and resets the number', async ({
  open,
  person,
  picture,
  stack
}) => {
  // Signing in sends a code by mail, which is logged.
  const admin = await person('admin@hackney.test')
  const log = async (receiver: string, outcome: { state: string; reason: string }) => {
    const code = { channel: 'sms', receiver, user_id: randomUUID(), kind: 'sign_in_code', outcome }
    expect((await service(stack).rpc('log_code', code)).error).toBeNull()
  }
  await log('+4235550377', { state: 'receiver_refused', reason: '400 error 21614' })
  await log('+4235550378', { state: 'unknown', reason: 'no answer in time' })
  await log('+4235550379', { state: 'account_refused', reason: '401 error 20003' })
  const page = await open(paths.messages, { as: admin })
  const rows = page.getByRole('grid').locator('tbody tr')
  await expect(rows.filter({ hasText: 'hackney.test' }).first()).toContainText('Sent')
  await expect(rows.filter({ hasText: '0378' })).toContainText('Perhaps sent')
  await expect(rows.filter({ hasText: '0379' })).toContainText('refused your account')
  await expect(page.getByText('5550377')).toHaveCount(0)
  await expectAccessible(page)
  await expectEveryManner(page, 'messages', { keep: picture })

  await page.goto(`${paths.messages}?receiver=0377`)
  await expect(rows).toHaveCount(1)
  await expect(rows).toContainText('The provider refused this number or address.')
  await page.getByRole('button', { name: /^Actions for Sign-in code/ }).click()
  await page.getByRole('menuitem', { name: 'Reset number or address' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Reset number or address' }).click()
  await expect(page.getByText('It gets messages again.')).toBeVisible()
})
