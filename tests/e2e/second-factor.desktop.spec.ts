/** Staff sign in with a second factor: they set it up, are asked for it, and get back in without their phone. */
import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { paths } from '../../src/config/paths.ts'
import { enrol, totpOf } from '../support/authenticator.ts'
import { newestCode, type Person, service, signIn } from '../support/people.ts'
import type { StackEnv } from '../support/stack.ts'
import { expect, expectAccessible, expectNoSidewaysScroll, test } from './fixtures.ts'

type Staff = 'admin' | 'fleetadmin'
const staff: readonly [string, Staff][] = [
  ['an admin', 'admin'],
  ['a fleet admin', 'fleetadmin']
]

const ask = (stack: StackEnv, staff_second_factor: boolean) =>
  service(stack).from('settings').update({ staff_second_factor }).eq('id', 1).throwOnError()

test.beforeEach(async ({ stack }) => void (await ask(stack, true)))
test.afterEach(async ({ stack }) => void (await ask(stack, false)))

async function hire(
  stack: StackEnv,
  usertype: Staff,
  staff_role = 'dispatcher'
): Promise<{ id: string; email: string }> {
  const email = `${usertype}-${randomUUID().slice(0, 6)}@example.com`
  const app_metadata = { usertype, approved: true, ...(usertype === 'admin' && { staff_role }) }
  const { data, error } = await service(stack).auth.admin.createUser({ email, email_confirm: true, app_metadata })
  if (error) throw error
  return { id: data.user.id, email }
}

/** A new owner who has signed in with a second factor. */
async function owner(stack: StackEnv): Promise<Person> {
  const person = await signIn(stack, (await hire(stack, 'admin', 'owner')).email)
  await enrol(person.client)
  return person
}

/** Signs in by the form, as far as the code that was sent. */
async function enterFirstCode(page: Page, stack: StackEnv, email: string): Promise<void> {
  const since = Date.now()
  await page.getByRole('textbox', { name: 'E-mail' }).fill(email)
  // Retries: the service sends at most one code per second to an address.
  await expect(async () => {
    const send = page.getByRole('button', { name: 'Send me a code' })
    if (await send.isVisible()) await send.click()
    await expect(page.getByRole('textbox', { name: 'One-time code' })).toBeVisible({ timeout: 2000 })
  }).toPass()
  await page.getByRole('textbox', { name: 'One-time code' }).fill(await newestCode(stack, email, since))
}

const title = (page: Page, name: string) => page.getByRole('heading', { level: 1, name })
const codeField = (page: Page) => page.getByRole('textbox', { name: 'Code from the app' })
const shownKey = async (page: Page): Promise<string> =>
  (await page.getByRole('main').locator('code').innerText()).replaceAll(' ', '')

/** Pastes a code as it may come from elsewhere: in groups, in Arabic digits. */
const inArabic = (code: string): string =>
  `${code.slice(0, 3)} ${code.slice(3)}`.replace(/\d/g, (digit) => String.fromCodePoint(0x660 + Number(digit)))

for (const [who, usertype] of staff) {
  test(`${who} sets up a second factor at the first sign-in, and is asked for it at the next`, async ({
    open,
    stack
  }) => {
    const { email } = await hire(stack, usertype)
    const page = await open('/login?next=%2Fbookings')
    const keys: string[] = []

    await test.step('without a second factor every address shows only the page that sets one up', async () => {
      await enterFirstCode(page, stack, email)
      await expect(title(page, 'Set up a second factor')).toBeVisible()
      for (const path of ['/dashboard', '/', '/profile', '/bookings']) {
        await page.goto(path)
        await expect(title(page, 'Set up a second factor')).toBeVisible()
        await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1)
      }
      await expectAccessible(page)
      await expectNoSidewaysScroll(page)
    })

    await test.step('the first app is set up, and its code may be pasted in groups and in any digits', async () => {
      await page.getByRole('button', { name: 'Set up an app' }).click()
      await expect(page.getByRole('img', { name: 'QR code for the authenticator app' })).toBeVisible()
      await expectAccessible(page)
      keys.push(await shownKey(page))
      await codeField(page).fill('12345')
      await page.getByRole('button', { name: 'Confirm' }).click()
      await expect(page.getByText('Enter all six digits.')).toBeVisible()
      await expect(codeField(page)).toBeFocused()
      await codeField(page).fill(inArabic(totpOf(keys[0] ?? '')))
      await expect(title(page, 'The second factor is set up')).toBeFocused()
      await expectAccessible(page)
    })

    await test.step('a second app is offered, and the page that was asked for opens', async () => {
      await page.getByRole('button', { name: 'Set up another app' }).click()
      await expect(page.getByRole('img', { name: 'QR code' })).toBeVisible()
      keys.push(await shownKey(page))
      expect(keys[1]).not.toBe(keys[0])
      await codeField(page).fill(totpOf(keys[1] ?? ''))
      await expect(title(page, 'Both apps are set up')).toBeVisible()
      await page.getByRole('button', { name: 'Continue' }).click()
      await expect(title(page, 'Bookings')).toBeVisible()
    })

    const next = await open('/login')
    await test.step('the next sign-in asks for a code, refuses a wrong one and one that was used', async () => {
      await enterFirstCode(next, stack, email)
      await expect(title(next, 'Enter your second code')).toBeVisible()
      await expect(codeField(next)).toBeFocused()
      await next.goto('/bookings')
      await expect(title(next, 'Enter your second code')).toBeVisible()
      await expectAccessible(next)
      await codeField(next).fill(totpOf(keys[0] ?? '') === '000000' ? '999999' : '000000')
      await expect(next.getByText('This code does not fit.')).toBeVisible()
      await expect(codeField(next)).toBeFocused()
    })

    await test.step('a code of the other app completes it as well as one of the app that was used last', async () => {
      await codeField(next).fill(totpOf(keys[0] ?? '', 1))
      await expect(title(next, 'Bookings')).toBeVisible()
    })

    await test.step('the account page lists both apps; the last one stays while the firm asks for one', async () => {
      await next.goto('/profile')
      const section = next.getByRole('region', { name: 'Second factor' })
      await expect(section.getByRole('listitem')).toHaveCount(2)
      await section.getByRole('button', { name: 'Remove Authenticator app 2' }).click()
      await next.getByRole('dialog').getByRole('button', { name: 'Remove' }).click()
      await expect(section.getByRole('listitem')).toHaveCount(1)
      await expect(section.getByText('Authenticator app 1')).toBeVisible()
      await expect(section.getByRole('button', { name: /^Remove/ })).toHaveCount(0)
      await expectAccessible(next)
      await next.goto('/bookings')
      await expect(title(next, 'Bookings')).toBeVisible()
    })
  })

  test(`${who} who lost the phone reads what to do, and sets up a new one once it was removed`, async ({
    open,
    stack
  }) => {
    const { id, email } = await hire(stack, usertype)
    await enrol((await signIn(stack, email)).client)
    const page = await open('/login')
    await enterFirstCode(page, stack, email)
    await expect(title(page, 'Enter your second code')).toBeVisible()
    await page.getByText('Lost your phone?').click()
    await expect(page.getByText('ask an owner of the firm to remove your second factor')).toBeVisible()
    await expect(page.getByText('If you are the only owner')).toBeVisible()
    await expectAccessible(page)
    const path = usertype === 'admin' ? paths.admin(id) : paths.fleetAdmin(id)
    const desk = await open(path, { as: await owner(stack) })
    await desk.getByRole('button', { name: 'Remove the second factor' }).click()
    const dialog = desk.getByRole('dialog')
    await dialog.getByRole('textbox').fill('Lost the phone')
    await dialog.getByRole('button', { name: 'Remove the second factor' }).click()
    await expect(desk.getByText('Not set up')).toBeVisible()
    await page.goto('/login')
    await enterFirstCode(page, stack, email)
    await page.getByRole('button', { name: 'Set up an app' }).click()
    await codeField(page).fill(totpOf(await shownKey(page)))
    await page.getByRole('button', { name: 'Continue' }).click()
    await expect(title(page, 'Dashboard')).toBeVisible()
  })
}

test('a member of staff who opens the page with an old session sees only the second factor, and can sign out', async ({
  open,
  stack
}) => {
  const { email } = await hire(stack, 'admin')
  const page = await open('/dashboard', { as: await signIn(stack, email) })
  await expect(title(page, 'Set up a second factor')).toBeVisible()
  await page.getByRole('main').getByRole('button', { name: 'Sign out' }).click()
  await expect(page).toHaveURL(/login/)
  await expect(page.getByRole('textbox', { name: 'E-mail' })).toBeVisible()
})

test('staff at work sees only the second factor as soon as an owner asks for one, and continues after it', async ({
  open,
  stack
}) => {
  await ask(stack, false)
  const { email } = await hire(stack, 'admin')
  const page = await open('/bookings', { as: await signIn(stack, email) })
  await expect(title(page, 'Bookings')).toBeVisible()
  await ask(stack, true)
  await expect(title(page, 'Set up a second factor')).toBeVisible()
  await page.getByRole('button', { name: 'Set up an app' }).click()
  await codeField(page).fill(totpOf(await shownKey(page)))
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(title(page, 'Bookings')).toBeVisible()
  await expect(page.getByText('You do not have permission')).toHaveCount(0)
})
