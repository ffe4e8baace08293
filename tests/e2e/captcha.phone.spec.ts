import { randomInt } from 'node:crypto'
import type { Page } from '@playwright/test'
import { type CaptchaJudge, startCaptchaJudge } from '../../stack/testing/captcha-judge.ts'
import type { CaptchaProvider } from '../../stack/web/captcha-origins.ts'
import { hostsOf, standInFor, takeFor } from '../support/captcha.ts'
import { newestCode } from '../support/people.ts'
import { databaseUnderTest, type StackEnv, startStack } from '../support/stack.ts'
import { expect, expectAccessible, NOWHERE, test as withoutCaptcha } from './fixtures.ts'

const SECRET = 'secret-of-the-captcha'
const newEmail = () => `human-${randomInt(1_000_000_000)}@example.com`
const field = (page: Page, name: string) => page.getByRole('textbox', { name })
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

/** Stories on a stack whose Auth asks for a captcha, which a judge on this machine decides. */
const storiesWith = (provider: CaptchaProvider) =>
  withoutCaptcha.extend<object, { judge: CaptchaJudge; stack: StackEnv }>({
    judge: [
      // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the pattern to know what a fixture needs
      async ({}, use) => {
        const judge = await startCaptchaJudge(SECRET)
        await use(judge)
        await judge.stop()
      },
      { scope: 'worker' }
    ],
    stack: [
      async ({ judge }, use) => {
        const auth = `[auth.captcha]\nenabled = true\nprovider = "${provider}"\nurl = "${judge.url}"\n`
        const variables = { CAPTCHA_SECRET: SECRET, VITE_CAPTCHA_SITE_KEY: 'key-of-the-site' }
        const stack = await startStack({ database: databaseUnderTest(), web: 'built', auth, variables })
        await use(stack.env)
        await stack.stop()
      },
      { scope: 'worker', timeout: 180_000 }
    ]
  })

for (const provider of ['turnstile', 'hcaptcha'] as const) {
  const test = storiesWith(provider)

  test(`a person signs in behind ${provider}, which gives each request for a code a token of its own`, async ({
    open,
    stack,
    judge,
    picture
  }) => {
    const email = newEmail()
    const page = await open(NOWHERE)
    await page.clock.install()
    await standInFor(page, provider)
    await page.goto('/login')
    judge.asked.length = 0
    let since = Date.now()

    await test.step('the question of the captcha is on the page, and the code is sent after its answer', async () => {
      await takeFor(page, 'asks')
      await field(page, 'E-mail').fill(email)
      await button(page, 'Send me a code').click()
      await expect(page.getByText('Please answer this question, so that we know you are a person.')).toBeVisible()
      await expectAccessible(page)
      await picture(page, `captcha-${provider}`)
      expect(judge.asked).toEqual([])
      await page.frameLocator('iframe[title=Captcha]').getByRole('button', { name: 'I am a person' }).click()
      await expect(field(page, 'One-time code')).toBeFocused()
      await expect(page.getByText('Please answer this question')).toHaveCount(0)
    })

    await test.step('another code needs another token', async () => {
      await takeFor(page, 'human')
      await newestCode(stack, email, since)
      await page.clock.fastForward(31_000)
      await expect(async () => {
        since = Date.now()
        await button(page, 'Send a new one').click()
        await expect(page.getByText(`on its way to ${email}`)).toBeVisible({ timeout: 2000 })
      }).toPass()
      expect(new Set(judge.asked).size).toBe(judge.asked.length)
      expect(judge.asked.length).toBeGreaterThanOrEqual(2)
    })

    await field(page, 'One-time code').fill(await newestCode(stack, email, since))
    await expect(page).not.toHaveURL(/login/)
  })

  test(`the page says that ${provider} is blocked, and signs in once it is not`, async ({ open, stack, picture }) => {
    const email = newEmail()
    const page = await open('/login')
    await page.route(hostsOf[provider], (route) => route.abort('blockedbyclient'))
    await field(page, 'E-mail').fill(email)
    await button(page, 'Send me a code').click()
    const problem = page.getByRole('alert').filter({ hasText: 'The check that you are a person did not load.' })
    await expect(problem).toBeVisible()
    await expectAccessible(page)
    await picture(page, `captcha-blocked-${provider}`)
    await problem.getByRole('button', { name: 'Try again' }).click()
    await expect(problem).toBeVisible()
    await page.unroute(hostsOf[provider])
    await standInFor(page, provider)
    const since = Date.now()
    await problem.getByRole('button', { name: 'Try again' }).click()
    await field(page, 'One-time code').fill(await newestCode(stack, email, since))
    await expect(page).not.toHaveURL(/login/)
  })

  test(`a newcomer whom ${provider} refuses at first tries again and signs up in Arabic`, async ({
    open,
    stack,
    picture
  }) => {
    const email = newEmail()
    const page = await open(NOWHERE, { locale: 'ar' })
    await standInFor(page, provider)
    await page.goto('/signup')
    await takeFor(page, 'bot')
    await page.getByLabel('الاسم الأول').fill('ليلى')
    await page.getByLabel('اسم العائلة').fill('حداد')
    await page.getByLabel('البريد الإلكتروني').fill(email)
    await button(page, 'أرسل إليّ رمزًا').click()
    const problem = page.getByRole('alert').filter({ hasText: 'تعذّر علينا التحقق من أنك إنسان.' })
    await expect(problem).toBeVisible()
    await picture(page, `captcha-refused-${provider}`)
    await takeFor(page, 'human')
    const since = Date.now()
    await problem.getByRole('button', { name: 'إعادة المحاولة' }).click()
    await field(page, 'رمز لمرة واحدة').fill(await newestCode(stack, email, since))
    await expect(page).not.toHaveURL(/signup/)
  })
}

withoutCaptcha('without a key the page asks no captcha, and its policy allows none', async ({ open, stack }) => {
  const page = await open(NOWHERE)
  const asked: string[] = []
  page.on('request', (request) => {
    if (Object.values(hostsOf).some((host) => host.test(request.url()))) asked.push(request.url())
  })
  const response = await page.goto('/login')
  expect(response?.headers()['content-security-policy']).not.toMatch(/cloudflare|hcaptcha/)
  const email = newEmail()
  const since = Date.now()
  await field(page, 'E-mail').fill(email)
  await button(page, 'Send me a code').click()
  await field(page, 'One-time code').fill(await newestCode(stack, email, since))
  await expect(page).not.toHaveURL(/login/)
  expect(asked).toEqual([])
})
