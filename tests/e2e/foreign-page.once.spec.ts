import { type Browser, chromium, type Page, type Response } from '@playwright/test'
import { launchOptions } from '../support/browser.ts'
import { attack, openForeignSite, type Target } from '../support/foreign-page.ts'
import { service, visitor } from '../support/people.ts'
import { databaseUnderTest, type Stack, type StackEnv, startStack } from '../support/stack.ts'
import { expect, test } from './fixtures.ts'

/** The attacker's domain, whose DNS changes to this machine once the page is open. */
const rebound = 'evil.test'
const hosts = ['localhost', '127.0.0.1', rebound]

let development: Stack
let nonce: string
let site: Awaited<ReturnType<typeof openForeignSite>>
let browser: Browser

test.beforeAll(async () => {
  development = await startStack({ database: databaseUnderTest(), web: 'dev', demo: true })
  const served = await (await fetch(development.env.WEB_URL ?? '')).text()
  nonce = /name="hackney-demo" content="([^"]+)"/.exec(served)?.[1] ?? ''
  site = await openForeignSite()
  browser = await chromium.launch({
    ...launchOptions,
    args: [...(launchOptions.args ?? []), `--host-resolver-rules=MAP ${rebound} 127.0.0.1`]
  })
})
test.afterAll(async () => {
  await browser?.close()
  site?.close()
  await development?.stop()
})

/** Every port of the stack and of the development server, under one host name. */
function targetOf(env: StackEnv, host: string): Target {
  const at = (url: string): string => `http://${host}:${new URL(url).port}`
  return {
    api: at(env.SUPABASE_URL),
    inbox: at(env.INBOX_URL),
    webs: [env.WEB_URL, development.env.WEB_URL].flatMap((url) => (url ? [at(url)] : [])),
    database: env.SUPABASE_DB_URL ? at(env.SUPABASE_DB_URL) : null,
    secret: env.SUPABASE_SECRET_KEY,
    nonce
  }
}

/** The time of the demo admin's last sign-in. No test requests a code on this stack, so only the demo can have signed them in. */
async function demoSignIn(): Promise<string | undefined> {
  const { data } = await service(development.env).auth.admin.listUsers({ perPage: 1000 })
  return data.users.find(({ email }) => email === 'admin@hackney.test')?.last_sign_in_at
}

/** The data that an attack would change. The inbox counts: reading a mail marks it as read. */
async function traces(env: StackEnv) {
  const { total, unread } = (await (await fetch(`${env.INBOX_URL}/api/v1/messages`)).json()) as {
    total: number
    unread: number
  }
  const { count } = await service(env).from('cancel_reasons').select('*', { count: 'exact', head: true })
  return { mails: total, unread, reasons: count, signIn: await demoSignIn() }
}

for (const origin of hosts) {
  test(`a page on ${origin}, another port, reads and changes nothing on any port of the stack`, async ({ stack }) => {
    await visitor(stack).auth.signInWithOtp({ email: `foreign-${hosts.indexOf(origin)}@hackney.test` })
    const before = await traces(stack)
    const page = await browser.newPage()
    const answers = new Map<string, Response>()
    page.on('response', (response) => answers.set(response.url(), response))
    await page.goto(`http://${origin}:${site.port}/`)
    const back = await Promise.all(hosts.map((host) => page.evaluate(attack, targetOf(stack, host))))
    expect(Object.fromEntries(hosts.map((host, index) => [host, back[index]])), 'what came back').toEqual(
      Object.fromEntries(hosts.map((host) => [host, []]))
    )
    // A refused frame shows the browser's error page or the text of the refusal.
    const framed = page.frames().filter((frame) => frame !== page.mainFrame() && answers.get(frame.url())?.ok())
    expect(framed.map((frame) => frame.url())).toEqual([])
    expect(await traces(stack)).toEqual(before)
    await page.close()
  })
}

test('the demo signs in the page that it served, and refuses a page under a rebound DNS name', async () => {
  const own = development.env.WEB_URL ?? ''
  const ask = (page: Page) =>
    page.evaluate(
      async ([url, header]) => {
        const headers = { 'content-type': 'application/json', 'x-hackney-demo': header ?? '' }
        const body = JSON.stringify({ person: 'admin@hackney.test' })
        return (await fetch(`${url}/demo/person`, { method: 'POST', headers, body }).catch(() => null))?.status ?? null
      },
      [own.replace('127.0.0.1', new URL(page.url()).hostname), nonce]
    )
  const before = await demoSignIn()
  const page = await browser.newPage()
  await page.goto(own.replace('127.0.0.1', rebound))
  expect(await ask(page), 'the status for a page under a rebound name').toBe(403)
  await page.goto(`http://127.0.0.1:${site.port}/`)
  expect(await ask(page), 'the status for a page on another port, which cannot read it').toBeNull()
  expect(await demoSignIn()).toBe(before)
  await page.goto(own)
  expect(await ask(page), 'the status for the own page').toBe(200)
  expect(await demoSignIn()).not.toBe(before)
  await page.goto(own.replace('127.0.0.1', 'localhost'))
  expect(await ask(page), 'the status for the own page under localhost').toBe(200)
  await page.close()
})

test('a DNS name that an attacker rebinds to this machine gets 403 on every port', async ({ stack }) => {
  const { api, inbox, webs, secret } = targetOf(stack, rebound)
  const page = await browser.newPage()
  const addresses = [
    `${api}/rest/v1/profiles?apikey=${secret}`,
    `${api}/auth/v1/settings?apikey=${stack.SUPABASE_PUBLISHABLE_KEY}`,
    inbox,
    `${inbox}/api/v1/messages`,
    ...webs.flatMap((web) => [web, `${web}/env.js`, `${web}/src/main.tsx`])
  ]
  for (const address of addresses) {
    expect([address, (await page.goto(address))?.status()]).toEqual([address, 403])
  }
  await page.close()
})

test('the app and the inbox open by a link on another page', async ({ stack }) => {
  const page = await browser.newPage()
  for (const url of [stack.INBOX_URL, stack.WEB_URL ?? '', development.env.WEB_URL ?? '']) {
    await page.goto(`http://localhost:${site.port}/`)
    await page.evaluate((href) => {
      document.body.append(Object.assign(document.createElement('a'), { href, textContent: 'open' }))
    }, url)
    await page.getByRole('link', { name: 'open' }).click()
    await expect(page.getByRole('heading').first()).toBeVisible()
  }
  await page.close()
})
