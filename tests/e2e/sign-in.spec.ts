import { randomInt } from 'node:crypto'
import { newestCode } from '../support/people.ts'
import { expect, expectAccessible, test } from './fixtures.ts'

test('a person who reloads while the code is on its way still enters it, and a new one is announced', async ({
  open,
  stack
}) => {
  const email = `rider-${randomInt(1_000_000_000)}@example.com`
  const page = await open('/login')
  let since = Date.now()
  await page.getByRole('textbox', { name: 'E-mail' }).fill(email)
  await page.getByRole('button', { name: 'Send me a code' }).click()
  const code = page.getByRole('textbox', { name: 'One-time code' })
  await expect(code).toBeFocused()

  await test.step('the step survives a reload', async () => {
    await page.reload()
    await expect(page.getByRole('heading', { level: 1, name: 'Enter the code' })).toBeVisible()
    await expect(page.getByText(new RegExp(`six digits to ${email}`))).toBeVisible()
  })

  await test.step('too soon, the refusal is read and the button keeps the focus', async () => {
    await page.route(/\/auth\/v1\/otp/, (route) =>
      route.fulfill({ status: 429, json: { code: 'over_email_send_rate_limit', message: 'too soon' } })
    )
    const again = page.getByRole('button', { name: 'Send a new one' })
    await again.focus()
    await page.keyboard.press('Enter')
    await expect(page.getByRole('alert').filter({ hasText: /\w/ })).toBeVisible()
    await expect(again).toBeFocused()
    await page.unroute(/\/auth\/v1\/otp/)
  })

  await test.step('a new code is announced, and the field takes the focus', async () => {
    const said = page.getByRole('status').filter({ hasText: `on its way to ${email}` })
    // A quick browser is back before the service sends another.
    await expect(async () => {
      since = Date.now()
      await page.getByRole('button', { name: 'Send a new one' }).click()
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
