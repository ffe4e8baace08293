import { randomInt } from 'node:crypto'
import { newestCode, service, visitor } from '../support/people.ts'
import { enter, expect, expectAccessible, test } from './fixtures.ts'

// Spec 5.19, 5.21
test('a rider who signed up by phone adds an e-mail address by its code', async ({ stack, open }, { project }) => {
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
  await expect(page.getByRole('textbox', { name: 'New mobile number' })).toHaveCount(0)

  await test.step('an invalid address shows an error at its field', async () => {
    const field = page.getByRole('textbox', { name: 'New e-mail address' })
    await field.fill('anna at example')
    await page.getByRole('button', { name: 'Send a code' }).first().click()
    await expect(page.getByRole('alert').filter({ hasText: 'Please enter a valid e-mail address.' })).toBeVisible()
    await expect(field).toBeFocused()
  })

  await test.step('an address that another account has is refused in words', async () => {
    await page.getByRole('textbox', { name: 'New e-mail address' }).fill('rider2@hackney.test')
    await page.getByRole('button', { name: 'Send a code' }).first().click()
    const said = page.getByRole('alert').filter({ hasText: 'This e-mail address or phone number is already in use.' })
    await expect(said).toBeVisible()
    await expectAccessible(page)
  })

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

// Spec 5.20
test('an account that was created with an e-mail address changes its number on this page, but not the address', async ({
  open,
  person
}) => {
  const rider = await open('/profile', { as: await person('rider2@hackney.test') })
  await expect(rider.getByText(/given when the account was made, so the office changes it/)).toBeVisible()
  await expect(rider.getByRole('textbox', { name: 'New mobile number' })).toBeVisible()
  await expect(rider.getByRole('textbox', { name: 'New e-mail address' })).toHaveCount(0)
})

// Spec 2.12, 2.43
test('the operator’s social network pages are linked in the header, on a phone in the footer', async ({ open, stack }, {
  project
}) => {
  const setHandles = (facebook_handle: string, instagram_handle: string) =>
    service(stack).from('settings').update({ facebook_handle, instagram_handle }).eq('id', 1).throwOnError()
  await setHandles('rigi', 'https://www.instagram.com/rigi')
  const page = await open('/about-us')
  const place = page.getByRole(project.name === 'phone' ? 'contentinfo' : 'banner')
  await expect(place.getByRole('link', { name: 'Facebook' })).toHaveAttribute('href', 'https://www.facebook.com/rigi')
  await expect(place.getByRole('link', { name: 'Instagram' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'X', exact: true })).toHaveCount(0)
  await expectAccessible(page)
  await setHandles('', '')
})
