import { randomInt } from 'node:crypto'
import type { Page, Request } from '@playwright/test'
import { newestCode, service } from '../support/people.ts'
import { unwrap } from '../support/responses.ts'
import { storiesOn } from './demo-stack.ts'
import { expect, expectAccessible, expectNoSidewaysScroll, test as ofDevelopment } from './fixtures.ts'

const newEmail = () => `code-${randomInt(1_000_000_000)}@example.com`
const arabic = (code: string) => code.replace(/\d/g, (digit) => String.fromCodePoint(0x660 + Number(digit)))
const inPairs = (code: string) => code.replace(/..(?=.)/g, '$& ')

/** The checks of codes that the page sends from now on. */
function checksOf(page: Page): Request[] {
  const checks: Request[] = []
  page.on('request', (request) => {
    if (/\/auth\/v1\/verify/.test(request.url())) checks.push(request)
  })
  return checks
}

for (const length of [6, 8, 10]) {
  const test = length === 6 ? ofDevelopment : storiesOn({ demo: false, auth: `[auth.email]\notp_length = ${length}\n` })

  // Spec 5.14, 9.11
  test(`a code of ${length} digits signs in once it is complete, pasted with spaces or in Arabic digits`, async ({
    open,
    stack,
    picture
  }) => {
    const email = newEmail()
    const page = await open('/login')
    const checks = checksOf(page)
    const field = page.getByRole('textbox', { name: 'One-time code' })
    let since = Date.now()
    await page.getByRole('textbox', { name: 'E-mail' }).fill(email)
    await page.getByRole('button', { name: 'Send me a code' }).click()
    await expect(field).toBeFocused()
    const code = await newestCode(stack, email, since)
    expect(code).toHaveLength(length)

    await test.step('the page sends nothing before the last digit, and the whole code at it', async () => {
      await field.fill(code.slice(0, -1))
      await expectNoSidewaysScroll(page)
      await expectAccessible(page)
      await picture(page, `code-of-${length}`)
      expect(checks).toEqual([])
      await field.fill(inPairs(code))
      await expect(page).not.toHaveURL(/login/)
      expect(checks.map((request) => request.postDataJSON().token)).toEqual([code])
    })

    await test.step('the codes of a change of address are pasted in Arabic digits', async () => {
      const next = newEmail()
      const change = page.getByRole('textbox', { name: 'Confirmation code' })
      // The address of an account that was opened by a code is locked; that of a social network is not.
      const changing = service(stack).from('profiles').update({ reg_type: 'social' }).eq('email', email)
      await changing.throwOnError()
      await page.goto('/profile')
      await page.getByRole('textbox', { name: 'New e-mail address' }).fill(next)
      since = Date.now()
      await page.getByRole('button', { name: 'Send a code' }).first().click()
      for (const address of [next, email]) {
        await expect(page.getByText(`We have sent a code to ${address}.`)).toBeVisible()
        await change.fill('12345')
        await page.getByRole('button', { name: 'Confirm', exact: true }).click()
        await expect(page.getByText('Please enter the whole code from our message.')).toBeVisible()
        await change.fill(arabic(inPairs(await newestCode(stack, address, since))))
      }
      await expect(page.getByText('Changed. Your other devices have been signed out.')).toBeVisible()
    })
  })

  test(`a newcomer signs up in Arabic with a code of ${length} digits, pasted with the whole message`, async ({
    open,
    stack,
    picture
  }) => {
    const email = newEmail()
    const page = await open('/signup', { locale: 'ar' })
    await page.getByLabel('الاسم الأول').fill('ليلى')
    await page.getByLabel('اسم العائلة').fill('حداد')
    await page.getByLabel('البريد الإلكتروني').fill(email)
    const since = Date.now()
    await page.getByRole('button', { name: 'أرسل إليّ رمزًا' }).click()
    const field = page.getByRole('textbox', { name: 'رمز لمرة واحدة' })
    const code = await newestCode(stack, email, since)
    await field.fill(`${arabic(code.slice(0, 4))}-${arabic(code.slice(4, -1))}`)
    await expectNoSidewaysScroll(page)
    await picture(page, `sign-up-code-of-${length}`)
    await field.fill(`${arabic(code)} هو رمزك. يعمل لمدة ${arabic('5')} دقائق`)
    await expect(page).not.toHaveURL(/signup/)
    const names = await service(stack).from('profiles').select('first_name').eq('email', email).single()
    expect(unwrap(names)).toEqual({ first_name: 'ليلى' })
  })
}
