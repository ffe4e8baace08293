import { randomInt } from 'node:crypto'
import type { Page } from '@playwright/test'
import { newestCode, service } from '../support/people.ts'
import { unwrap } from '../support/responses.ts'
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

/** Fills in and submits the open form of a paper. */
async function handIn(page: Page, name: string, number: string) {
  const form = page.getByRole('dialog', { name })
  await form.getByRole('button', { name: 'Hand in', exact: true }).click()
  await expect(form.getByText('Please choose a picture first.')).toBeVisible()
  await form.getByLabel('File').setInputFiles({ name: 'paper.png', mimeType: 'image/png', buffer: pixel })
  await expect(form.getByRole('img', { name: 'Preview' })).toBeVisible()
  await form.getByRole('textbox', { name: 'Number on it' }).fill(number)
  await form.getByRole('textbox', { name: 'Valid until' }).fill('31/12/2090')
  await form.getByRole('button', { name: 'Hand in', exact: true }).click()
  await expect(form).toBeHidden()
}

// Spec 3.2, 6.2, 7.6
test('a newcomer opens a rider account with an invitation and a code, without a second form', async ({
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

  await test.step('each missing field shows its error, and nothing is sent', async () => {
    await page.getByRole('button', { name: 'Send me a code' }).click()
    await expect(page.getByRole('textbox', { name: 'First name' })).toBeFocused()
    await expect(page.getByRole('alert')).toHaveCount(3)
  })

  await test.step('an invitation is looked up while it is typed', async () => {
    const code = page.getByRole('textbox', { name: 'Invitation code (optional)' })
    await code.fill('00000')
    await expect(page.getByText('This referral code does not exist.')).toBeVisible()
    await code.fill(referral_id.toLowerCase())
    await expect(page.getByRole('status').filter({ hasText: 'This code is good.' })).toBeVisible()
  })

  await test.step('the code opens the account with the entered name', async () => {
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

// Spec 7.38, 7.49
test('a phone number is enough to sign up and to sign in again', async ({ open, stack }) => {
  const mobile = `+42377${randomInt(1_000_000, 9_999_999)}`
  const mailbox = `${mobile.slice(1)}@sms.hackney.test`
  const page = await open('/signup')
  await fill(page, { 'First name': 'Nora', 'Last name': 'Lang', 'Mobile number': mobile.replace('+', '00') })
  const since = Date.now()
  await page.getByRole('button', { name: 'Send me a code' }).click()
  await page.getByRole('textbox', { name: 'One-time code' }).fill(await newestCode(stack, mailbox, since))
  await expect(page).toHaveURL('/')
  const profile = unwrap(
    await service(stack)
      .from('profiles')
      .select('first_name, mobile_verified')
      .like('mobile', `%${mobile.slice(1)}`)
      .single()
  )
  expect(profile).toEqual({ first_name: 'Nora', mobile_verified: true })

  const again = await open('/login')
  await enterCode(again, stack, mobile, mailbox)
  await expect(again).not.toHaveURL(/login/)
})

// Spec 3.9, 3.16, 4.53, 5.15, 7.8, 7.21, 8.16
test('a driver applies with car, code and papers, hands in what is missing while waiting, and drives after the approval', async ({
  open,
  person,
  stack,
  picture
}) => {
  const email = newEmail()
  await test.step('the form works in Arabic and in the dark scheme', async () => {
    const arabic = await open('/signup', { locale: 'ar', dark: true })
    await arabic.getByRole('radio', { name: 'أريد القيادة' }).click()
    await expect(arabic.getByRole('heading', { level: 1, name: /القيادة مع .*Hackney/ })).toBeVisible()
    await expectAccessible(arabic)
    await expectNoSidewaysScroll(arabic)
    await picture(arabic, 'sign-up-ar')
  })
  const page = await open('/signup')
  await page.getByRole('radio', { name: 'I want to drive' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Drive with Hackney' })).toBeVisible()
  await expect(page.getByText('Apply in a few minutes.')).toBeVisible()

  await test.step('the form asks for the car', async () => {
    await fill(page, { 'First name': 'Dora', 'Last name': 'Frick', 'E-mail': email, 'Mobile number': '+423 790 12 34' })
    await fill(page, { Make: 'VW', Model: 'ID.4', 'Number plate': 'FL 4712' })
    await fill(page, { Passengers: '6', Luggage: '4', 'Child seats': '2' })
    await page.getByRole('checkbox', { name: 'Takes a wheelchair' }).check()
    await page.getByRole('combobox', { name: 'Drive as' }).selectOption({ label: 'Van' })
    await expectAccessible(page)
    await picture(page, 'sign-up-driver')
  })

  await test.step('papers are uploaded in the session of the code, and missing ones can be left for later', async () => {
    const since = Date.now()
    await page.getByRole('button', { name: 'Send me a code' }).click()
    await page.getByRole('textbox', { name: 'One-time code' }).fill(await newestCode(stack, email, since))
    await expect(page.getByRole('heading', { level: 1, name: 'Your papers' })).toBeVisible()
    const licence = page.getByRole('article', { name: 'Driving licence' })
    await expect(licence).toContainText('Missing')
    await expectAccessible(page)
    await licence.getByRole('button', { name: 'Hand it in' }).click()
    await handIn(page, 'Driving licence', 'L 4455')
    await expect(licence).toContainText('Goes with your application.')
    await page.reload()
    await expect(licence).toContainText('L 4455')
    await expect(page.getByText('Still open: Insurance and Registration of the car.')).toBeVisible()
    await expectNoSidewaysScroll(page)
    await picture(page, 'sign-up-papers')
    await page.getByRole('button', { name: 'Send application' }).click()
  })

  const admin = await person('admin@hackney.test')
  const papers = async () => {
    const { id } = unwrap(await service(stack).from('profiles').select('id').eq('email', email).single())
    return unwrap(await admin.client.from('driver_documents').select('id,kind,number').eq('driver_id', id))
  }
  const insurance = page.getByRole('article', { name: 'Insurance' })
  await test.step('a page says what is missing and what comes next, also after a reload', async () => {
    await expect(page.getByRole('heading', { level: 1, name: 'Your application is with us' })).toBeVisible()
    await page.reload()
    // The colour is optional.
    await expect(page.getByText('Still missing: Insurance and Registration of the car.')).toBeVisible()
    await expect(page.getByRole('article', { name: 'Driving licence' })).toContainText('Being checked')
    await expect(page.getByText('you sign in with the same e-mail address')).toBeVisible()
    await expectAccessible(page)
    await expectNoSidewaysScroll(page)
    await picture(page, 'sign-up-sent')
  })

  await test.step('a missing paper is handed in while the application waits, without a session', async () => {
    await insurance.getByRole('button', { name: 'Hand it in' }).click()
    await handIn(page, 'Insurance', 'P 1')
    await expect(insurance).toContainText('Being checked')
    await expect(page.getByText('Still missing: Registration of the car.')).toBeVisible()
    const found = await papers()
    expect(found.map(({ kind, number }) => `${kind} ${number}`).sort()).toEqual(['insurance P 1', 'license L 4455'])
  })

  await test.step('a paper that the office refuses appears at once with the reason', async () => {
    const id = (await papers()).find(({ kind }) => kind === 'insurance')?.id ?? ''
    unwrap(
      await admin.client.rpc('verify_document', { document_id: id, verified: false, note: 'The last page is missing.' })
    )
    await expect(insurance).toContainText('The last page is missing.')
    await expect(page.getByText('Still missing: Insurance and Registration of the car.')).toBeVisible()
    await expectAccessible(page)
    await picture(page, 'sign-up-refused')
  })

  const signIn = async () => {
    const other = await open('/login')
    await enterCode(other, stack, email)
    return other
  }
  await test.step('before the approval, signing in says so', async () => {
    await expect((await signIn()).getByText('Your driver account has not been approved yet.')).toBeVisible()
    const door = await page.context().newPage()
    await door.goto('/login')
    await door.getByRole('link', { name: 'How does my application stand?' }).click()
    await expect(door.getByRole('heading', { level: 1, name: 'Your application is with us' })).toBeVisible()
    await door.close()
  })

  await test.step('after the approval the driver can go online', async () => {
    const { id } = unwrap(await service(stack).from('profiles').select('id').eq('email', email).single())
    const car = unwrap(await service(stack).from('vehicles').select().eq('driver_id', id).single())
    expect(car).toMatchObject({ seats: 6, luggage: 4, child_seats: 2, wheelchair: true })
    unwrap(await admin.client.rpc('approve_driver', { driver_id: id }))
    // The waiting page is notified; by itself it polls only once a minute.
    await expect(page.getByRole('heading', { level: 1, name: 'You are approved' })).toBeVisible()
    await expectAccessible(page)
    await picture(page, 'sign-up-approved')
    await expect(await signIn()).toHaveURL('/drive')
  })
})
