/** A person's own pages: notices, photo, invitations, devices and deleting the account. */
import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import postgres from 'postgres'
import { newcomer, service, signIn } from '../support/people.ts'
import { unwrap } from '../support/responses.ts'
import { book } from '../support/ride.ts'
import { expect, expectAccessible, expectNoSidewaysScroll, signIn as signInAt, test } from './fixtures.ts'

/** The smallest picture that every browser draws. */
const pixel = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
  'base64'
)

const region = (page: Page, name: string) => page.getByRole('region', { name })
const bell = (page: Page) => page.getByRole('link', { name: /^Notices/ })

/** Makes the page's session one that began an hour ago: its next token says so. */
async function ageSignIn(page: Page, database: string, userId: string): Promise<void> {
  const sql = postgres(database, { max: 1, onnotice: () => undefined })
  await sql`update auth.mfa_amr_claims c set updated_at = c.updated_at - interval '1 hour', created_at = c.created_at - interval '1 hour'
    from auth.sessions s where s.id = c.session_id and s.user_id = ${userId}`
  await sql.end()
  await page.evaluate(() => {
    const session = JSON.parse(localStorage.getItem('hackney.session') ?? '{}')
    localStorage.setItem('hackney.session', JSON.stringify({ ...session, expires_at: 1 }))
  })
  await page.reload()
}

// Spec 2.6, 3.13, 7.50
test('a rider’s notices appear live and are counted, and each one opens the page that it is about', async ({
  open,
  person,
  picture,
  stack
}) => {
  const rider = await newcomer(stack, { first_name: 'Ada', last_name: 'Wille' })
  const admin = await person('admin@hackney.test')
  const page = await open('/about-us', { as: rider })
  await expect(bell(page)).toHaveAccessibleName('Notices')
  await bell(page).click()
  await expect(page.getByRole('heading', { name: 'Nothing to read' })).toBeVisible()
  await expectAccessible(page)

  await test.step('new notices appear at once, with a count and in words', async () => {
    unwrap(await admin.client.rpc('add_to_wallet', { user_id: rider.id, amount: 12.5 }))
    const credited = page.getByRole('link', { name: /Wallet topped up/ })
    await expect(credited).toContainText(/CHF\s12\.50 was added to your wallet\./)
    await expect(bell(page)).toHaveAccessibleName('Notices: 1')
    await service(stack)
      .from('notices')
      .insert([
        { user_id: rider.id, key: 'promo_dropped', params: { code: 'SAVE', reference: 'ABCDEF', min_order: 20 } },
        {
          user_id: rider.id,
          key: 'extra_added',
          params: { reference: 'ABCDEF', kind: 'toll', amount: 3, note: '<b>A13</b>' }
        },
        { user_id: rider.id, key: 'of_tomorrow', params: {} },
        { user_id: rider.id, key: 'contact_changed', params: { until: '2026-12-01T10:00:00Z' }, screen: 'Profile' }
      ])
      .throwOnError()
    await page.reload()
    await expect(page.getByText(/below CHF\s20\.00/)).toBeVisible()
    await expect(page.getByText(/Toll: CHF\s3\.00\. <b>A13<\/b>/)).toBeVisible()
    await expect(page.getByText('There is news')).toBeVisible()
    await expect(region(page, 'Today').getByRole('listitem')).toHaveCount(5)
    await expect(bell(page)).toHaveAccessibleName('Notices: 5')
    await picture(page, 'notices')
    await expectAccessible(page)
    await expectNoSidewaysScroll(page)
  })
  await test.step('opening a notice marks it as read, and one button marks all the others', async () => {
    await page.getByRole('link', { name: /Wallet topped up/ }).click()
    await expect(page).toHaveURL('/wallet')
    await expect(bell(page)).toHaveAccessibleName('Notices: 4')
    await bell(page).click()
    await page.getByRole('button', { name: 'Mark all as read' }).click()
    await expect(page.getByText('All read')).toBeVisible()
    await expect(bell(page)).toHaveAccessibleName('Notices')
  })
  await test.step('the notices in Arabic', async () => {
    const arabic = await open('/notices', { as: rider, locale: 'ar' })
    await expect(arabic.getByRole('heading', { level: 1, name: 'الإشعارات' })).toBeVisible()
    await expect(arabic.getByText('رسوم الطريق')).toBeVisible()
    await picture(arabic, 'notices-ar')
    await expectAccessible(arabic)
  })
})

// Spec 2.36, 3.2, 4.65, 7.14, 7.15, 7.41, 7.59, 9.14
test('a rider changes the photo, invites a friend, signs out another device, downloads the data and deletes the account', async ({
  open,
  picture,
  stack
}) => {
  const rider = await newcomer(stack, { first_name: 'Ada', last_name: 'Wille' })
  const { referral_id } = unwrap(await rider.client.from('profiles').select('referral_id').eq('id', rider.id).single())
  const elsewhere = await signIn(stack, rider.email)
  const page = await open('/profile', { as: rider })
  await expect(page.getByRole('heading', { level: 1, name: 'Profile' })).toBeVisible()

  await test.step('a photo is uploaded, shown and removed; a file that is no picture is refused in words', async () => {
    const file = page.getByLabel('Change photo')
    await file.setInputFiles({ name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('none') })
    await expect(page.getByRole('alert').filter({ hasText: /JPEG/ })).toBeVisible()
    await file.setInputFiles({ name: 'me.png', mimeType: 'image/png', buffer: pixel })
    await expect(page.getByRole('button', { name: 'Remove photo' })).toBeVisible()
    await expect(page.locator('main img')).toHaveAttribute('src', /\/object\/sign\/users\/.+token=/)
    await page.getByRole('button', { name: 'Remove photo' }).click()
    await expect(page.locator('main img')).toHaveCount(0)
  })
  await test.step('the invitation link fills in the invitation code', async () => {
    const invite = region(page, 'Invite friends')
    await expect(invite.getByText(referral_id, { exact: true })).toBeVisible()
    const friend = await open(`/signup?invite=${referral_id.toLowerCase()}`)
    await expect(friend.getByRole('textbox', { name: 'Invitation code (optional)' })).toHaveValue(referral_id)
    await expect(friend.getByRole('status').filter({ hasText: 'This code is good.' })).toBeVisible()
  })
  await test.step('another device is signed out, and this one stays signed in', async () => {
    const devices = region(page, 'Where you are signed in')
    await expect(devices.getByRole('listitem')).toHaveCount(2)
    await expect(devices.getByText('This device')).toBeVisible()
    await picture(page, 'profile')
    await expectAccessible(page)
    await expectNoSidewaysScroll(page)
    const there = await open('/bookings', { as: elsewhere })
    await expect(there.getByRole('heading', { level: 1, name: 'Bookings' })).toBeVisible()
    await devices.getByRole('button', { name: 'Sign out everywhere else' }).click()
    const dialog = page.getByRole('dialog', { name: 'Sign out everywhere else?' })
    await expectAccessible(page, '[role=dialog]')
    await dialog.getByRole('button', { name: 'Sign out everywhere else' }).click()
    await expect(devices.getByRole('listitem')).toHaveCount(1)
    expect((await elsewhere.client.auth.getUser()).error).not.toBeNull()
    await expect(there).toHaveURL(/\/login/)
    await expect(page.getByRole('heading', { level: 1, name: 'Profile' })).toBeVisible()
  })
  await test.step('the download is one file with all data of the account', async () => {
    const download = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Download my data' }).click()
    const data = JSON.parse(await readFile(await (await download).path(), 'utf8'))
    expect(data).toMatchObject({ profile: { id: rider.id, email: rider.email }, bookings: [] })
  })
  await test.step('an account with a ride under way is kept, with the reason; without one it is deleted for good', async () => {
    const { id } = await book(rider)
    await page.getByRole('button', { name: 'Delete my account' }).click()
    const dialog = page.getByRole('dialog', { name: 'Delete your account?' })
    await expect(dialog.getByRole('button', { name: 'Delete for good' })).toBeDisabled()
    await dialog.getByRole('checkbox').check()
    await expectAccessible(page, '[role=dialog]')
    await picture(page, 'leave')
    await dialog.getByRole('button', { name: 'Delete for good' }).click()
    await expect(dialog.getByRole('alert')).toBeVisible()
    unwrap(await rider.client.rpc('cancel_booking', { booking_id: id, reason: 'My plans changed' }))
    if (stack.SUPABASE_DB_URL) {
      await ageSignIn(page, stack.SUPABASE_DB_URL, rider.id)
      await page.getByRole('button', { name: 'Delete my account' }).click()
      await dialog.getByRole('checkbox').check()
      await dialog.getByRole('button', { name: 'Delete for good' }).click()
      await expect(dialog.getByRole('alert')).toContainText('please sign in again first')
      await expectAccessible(page, '[role=dialog]')
      await picture(page, 'leave-again')
      await dialog.getByRole('button', { name: 'Sign in again' }).click()
      await expect(page).toHaveURL(/\/login\?next=%2Fprofile/)
      await signInAt(page, stack, rider.email)
      await page.getByRole('button', { name: 'Delete my account' }).click()
      await dialog.getByRole('checkbox').check()
    }
    await dialog.getByRole('button', { name: 'Delete for good' }).click()
    await expect(page).toHaveURL('/')
    await expect(page.getByText('Your account has been deleted.')).toBeVisible()
    const row = unwrap(
      await service(stack).from('profiles').select('email, first_name, deleted_at').eq('id', rider.id).single()
    )
    expect(row).toMatchObject({ email: null, deleted_at: expect.any(String) })
  })
})
