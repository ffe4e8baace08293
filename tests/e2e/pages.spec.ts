import { expect, NOWHERE, test } from './fixtures.ts'

// Spec 2.1
test('a visitor is asked to sign in where a page needs it', async ({ open }) => {
  const page = await open(NOWHERE)
  for (const path of ['/bookings', '/drive', '/profile']) {
    await page.goto(path)
    await expect(page).toHaveURL(/\/login/)
  }
})

// Spec 6.21
test('the page to drive is closed to riders', async ({ open, person }) => {
  const page = await open('/drive', { as: await person('rider7@hackney.test') })
  await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible()
  await expect(page).not.toHaveURL(/\/drive$/)
})

// Spec 2.27, 2.28, 4.52
test('a wrong code is refused in words', async ({ open }) => {
  const page = await open('/login')
  await page.getByRole('textbox', { name: 'E-mail' }).fill('rider8@hackney.test')
  await page.getByRole('button', { name: 'Send me a code' }).click()
  await page.getByRole('textbox', { name: 'One-time code' }).fill('000000')
  await expect(page.getByRole('alert')).toBeVisible()
  await expect(page).toHaveURL(/\/login/)
})
