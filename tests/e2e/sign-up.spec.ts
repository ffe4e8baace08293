import { randomInt } from 'node:crypto'
import type { Page } from '@playwright/test'
import { newestCode, service } from '../support/people.ts'
import { unwrap } from '../support/ride.ts'
import { enterCode, expect, expectAccessible, expectNoSidewaysScroll, test } from './fixtures.ts'

const newEmail = () => `new-${randomInt(1_000_000_000)}@example.com`

/** A PNG of one pixel. */
const pixel = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64'
)

async function fill(page: Page, fields: Record<string, string>) {
  for (const [name, text] of Object.entries(fields)) await page.getByRole('textbox', { name }).fill(text)
}

test('a newcomer opens an account as a rider: with an invitation, a code, and no second form', async ({
  open,
  person,
  stack,
  picture
}) => {
  const rider = await person('rider2@hackney.test')
  const { referral_id } = unwrap(await rider.client.from('profiles').select('referral_id').eq('id', rider.id).single())
  const email = newEmail()
  const page = await open('/login')
  await page.getByRole('link', { name: 'Create an account or apply to drive' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Create an account' })).toBeVisible()
  await expectAccessible(page)

  await test.step('what is missing is said at its field, and nothing is sent', async () => {
    await page.getByRole('button', { name: 'Send me a code' }).click()
    await expect(page.getByRole('textbox', { name: 'First name' })).toBeFocused()
    await expect(page.getByRole('alert')).toHaveCount(3)
  })

  await test.step('an invitation is looked up as it is typed', async () => {
    const code = page.getByRole('textbox', { name: 'Invitation code (optional)' })
    await code.fill('00000')
    await expect(page.getByText('This referral code does not exist.')).toBeVisible()
    await code.fill(referral_id.toLowerCase())
    await expect(page.getByRole('status').filter({ hasText: 'This code is good.' })).toBeVisible()
  })

  await test.step('the code opens the account with the name in it', async () => {
    await fill(page, { 'First name': 'Nora', 'Last name': 'Lang', 'E-mail': email })
    await picture(page, 'sign-up-rider')
    const since = Date.now()
    await page.getByRole('button', { name: 'Send me a code' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Enter the code' })).toBeVisible()
    await page.reload()
    await page.getByRole('textbox', { name: 'One-time code' }).fill(await newestCode(stack, email, since))
    await expect(page).toHaveURL('/')
    const profile = unwrap(
      await service(stack)
        .from('profiles')
        .select('first_name, reg_type, signup_via_referral')
        .eq('email', email)
        .single()
    )
    expect(profile).toEqual({ first_name: 'Nora', reg_type: 'registration', signup_via_referral: referral_id })
  })
})

test('a number is enough to sign up and to sign in again', async ({ open, stack }) => {
  const mobile = `+42377${randomInt(1_000_000, 9_999_999)}`
  const mailbox = `${mobile.slice(1)}@sms.hackney.test`
  const page = await open('/signup')
  await fill(page, { 'First name': 'Nora', 'Last name': 'Lang', 'Mobile number': mobile.replace('+', '00') })
  const since = Date.now()
  await page.getByRole('button', { name: 'Send me a code' }).click()
  await page.getByRole('textbox', { name: 'One-time code' }).fill(await newestCode(stack, mailbox, since))
  await expect(page).toHaveURL('/')
  const profile = unwrap(
    await service(stack).from('profiles').select('first_name, mobile_verified').eq('mobile', mobile.slice(1)).single()
  )
  expect(profile).toEqual({ first_name: 'Nora', mobile_verified: true })

  const again = await open('/login')
  await enterCode(again, stack, mobile, mailbox)
  await expect(again).not.toHaveURL(/login/)
})

test('somebody applies to drive: the car, a code, the licence; then waits, and drives once the desk has approved', async ({
  open,
  person,
  stack,
  picture
}) => {
  const email = newEmail()
  await test.step('the form is there in Arabic and in the dark, too', async () => {
    const arabic = await open('/signup', { locale: 'ar', dark: true })
    await arabic.getByRole('radio', { name: 'أريد القيادة' }).click()
    await expectAccessible(arabic)
    await expectNoSidewaysScroll(arabic)
    await picture(arabic, 'sign-up-ar')
  })
  const page = await open('/signup')
  await page.getByRole('radio', { name: 'I want to drive' }).click()

  await test.step('the form asks for the car, too', async () => {
    await fill(page, { 'First name': 'Dora', 'Last name': 'Frick', 'E-mail': email, 'Mobile number': '+423 790 12 34' })
    await fill(page, { Make: 'VW', Model: 'ID.4', 'Number plate': 'FL 4712' })
    await fill(page, { Passengers: '6', Luggage: '4', 'Child seats': '2' })
    await page.getByRole('checkbox', { name: 'Takes a wheelchair' }).check()
    await page.getByRole('combobox', { name: 'Drive as' }).selectOption({ label: 'Van' })
    await expectAccessible(page)
    await picture(page, 'sign-up-driver')
  })

  await test.step('the licence is uploaded in the session that the code gave', async () => {
    const since = Date.now()
    await page.getByRole('button', { name: 'Send me a code' }).click()
    await page.getByRole('textbox', { name: 'One-time code' }).fill(await newestCode(stack, email, since))
    await expect(page.getByRole('heading', { level: 1, name: 'Your driving licence' })).toBeVisible()
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Send application' }).click()
    await expect(page.getByText('Please upload your licence first.')).toBeVisible()
    await page.getByLabel('File').setInputFiles({ name: 'licence.png', mimeType: 'image/png', buffer: pixel })
    await page.getByRole('button', { name: 'Upload', exact: true }).click()
    await expect(page.getByRole('status').filter({ hasText: 'Uploaded' })).toBeVisible()
    await expect(page.getByText('Please enter the number on it.')).toBeVisible()
    await page.getByRole('textbox', { name: 'Number of the licence' }).fill('L 4455')
    await page.getByRole('textbox', { name: 'Valid until' }).fill('31/12/2090')
    await picture(page, 'sign-up-licence')
    await page.getByRole('button', { name: 'Send application' }).click()
  })

  await test.step('a page says what comes next, also after a reload', async () => {
    await expect(page.getByRole('heading', { level: 1, name: 'Your application is with us' })).toBeVisible()
    await page.reload()
    await expect(page.getByText('you sign in with the same e-mail address')).toBeVisible()
    await expectAccessible(page)
    await picture(page, 'sign-up-sent')
  })

  const signIn = async () => {
    const other = await open('/login')
    await enterCode(other, stack, email)
    return other
  }
  await test.step('before the approval the door says so', async () => {
    await expect((await signIn()).getByText('Your driver account has not been approved yet.')).toBeVisible()
  })

  await test.step('after it the driver is on the road', async () => {
    const admin = await person('admin@hackney.test')
    const { id } = unwrap(await service(stack).from('profiles').select('id').eq('email', email).single())
    const papers = unwrap(await admin.client.from('driver_documents').select('kind,number').eq('driver_id', id))
    expect(papers).toEqual([{ kind: 'license', number: 'L 4455' }])
    const car = unwrap(await service(stack).from('vehicles').select().eq('driver_id', id).single())
    expect(car).toMatchObject({ seats: 6, luggage: 4, child_seats: 2, wheelchair: true })
    unwrap(await admin.client.rpc('approve_driver', { driver_id: id }))
    // The page that waits turns by itself.
    await expect(page.getByRole('heading', { level: 1, name: 'You are approved' })).toBeVisible()
    await expectAccessible(page)
    await picture(page, 'sign-up-approved')
    await expect(await signIn()).toHaveURL('/drive')
  })
})
