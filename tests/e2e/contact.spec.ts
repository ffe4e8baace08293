import { randomInt } from 'node:crypto'
import { newestCode, visitor } from '../support/people.ts'
import { enter, expect, expectAccessible, test } from './fixtures.ts'

test('A rider who signed up by phone adds an e-mail address by its code', async ({ stack, open }, { project }) => {
  const number = `4237${randomInt(10_000_000, 99_999_999)}`
  const client = visitor(stack)
  const since = Date.now()
  await client.auth.signInWithOtp({ phone: `+${number}` })
  const token = await newestCode(stack, `${number}@sms.hackney.test`, since)
  const { data } = await client.auth.verifyOtp({ phone: `+${number}`, token, type: 'sms' })
  const page = await open('/login')
  await enter(page, { id: data.user?.id ?? '', email: '', client })
  await page.goto('/profile')
  await expect(page.getByText('Confirmed by a code.')).toBeVisible()

  const email = `phone-${project.name}-${number}@example.com`
  await page.getByRole('textbox', { name: 'New e-mail address' }).fill(email)
  const asked = Date.now()
  await page.getByRole('button', { name: 'Send a code' }).first().click()
  const code = page.getByRole('textbox', { name: 'Confirmation code' })
  await expect(code).toBeVisible()
  await expectAccessible(page)
  await code.fill(await newestCode(stack, email, asked))
  await expect(page.getByText('Changed. Your other devices have been signed out.')).toBeVisible()
  await expect(page.getByRole('textbox', { name: 'E-mail', exact: true })).toHaveValue(email)
})
