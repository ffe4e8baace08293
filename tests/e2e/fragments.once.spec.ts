import type { Page } from '@playwright/test'
import type { Person } from '../support/people.ts'
import { expect, expectDrawn, test } from './fixtures.ts'

/** The fragment by which attackers would sign another person's browser in to their own account. */
async function fragmentOf({ client }: Person): Promise<string> {
  const { data } = await client.auth.getSession()
  const { access_token = '', refresh_token = '', expires_in = 3600, expires_at = 0 } = data.session ?? {}
  return new URLSearchParams({
    access_token,
    refresh_token,
    expires_in: String(expires_in),
    expires_at: String(expires_at),
    token_type: 'bearer',
    type: 'magiclink'
  }).toString()
}

const sessionOf = (page: Page): Promise<string | null> =>
  page.evaluate(() => {
    const kept = localStorage.getItem('hackney.session')
    return kept ? JSON.parse(kept).user.email : null
  })

test('a link with another person’s session signs nobody in and replaces no session', async ({ person, open }) => {
  const attacker = await person('rider7@hackney.test')
  const fragment = await fragmentOf(attacker)

  const visitor = await open(`/#${fragment}`)
  await expectDrawn(visitor)
  await visitor.waitForTimeout(1000)
  expect(await sessionOf(visitor)).toBeNull()
  expect(visitor.url()).not.toContain('access_token')

  const page = await open('/profile', { as: await person('rider8@hackney.test') })
  await expect(page.getByRole('textbox', { name: 'E-mail', exact: true })).toHaveValue('rider8@hackney.test')
  await page.goto(`/profile#${fragment}`)
  await page.reload()
  await expect(page.getByRole('textbox', { name: 'E-mail', exact: true })).toHaveValue('rider8@hackney.test')
  expect(await sessionOf(page)).toBe('rider8@hackney.test')
  await page.goto('/?code=00000000-0000-4000-8000-000000000000')
  await expectDrawn(page)
  await page.goto('/profile#error=access_denied&error_code=otp_expired')
  await page.reload()
  await expect(page.getByRole('textbox', { name: 'E-mail', exact: true })).toHaveValue('rider8@hackney.test')
})
