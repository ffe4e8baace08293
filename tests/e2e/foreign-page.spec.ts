import { type Browser, chromium, type Response } from '@playwright/test'
import { launchOptions } from '../support/browser.ts'
import { attack, openForeignSite, type Target } from '../support/foreign-page.ts'
import { service, visitor } from '../support/people.ts'
import { databaseUnderTest, type Stack, type StackEnv, startStack } from '../support/stack.ts'
import { expect, test } from './fixtures.ts'

/** A name of the attacker's, which their DNS turns to this machine once the page is open. */
const rebound = 'evil.test'
const hosts = ['localhost', '127.0.0.1', rebound]

let development: Stack
let site: Awaited<ReturnType<typeof openForeignSite>>
let browser: Browser

test.beforeAll(async () => {
  development = await startStack({ database: databaseUnderTest(), web: 'dev' })
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

/** Every port of the stack, and that of the development server, under a name. */
function targetOf(env: StackEnv, host: string): Target {
  const at = (url: string): string => `http://${host}:${new URL(url).port}`
  return {
    api: at(env.SUPABASE_URL),
    inbox: at(env.INBOX_URL),
    webs: [env.WEB_URL, development.env.WEB_URL].flatMap((url) => (url ? [at(url)] : [])),
    database: env.SUPABASE_DB_URL ? at(env.SUPABASE_DB_URL) : null,
    secret: env.SUPABASE_SECRET_KEY
  }
}

/** What an attack would have changed. Reading a mail marks it as read. */
async function traces(env: StackEnv): Promise<{ mails: number; unread: number; reasons: number | null }> {
  const { total, unread } = (await (await fetch(`${env.INBOX_URL}/api/v1/messages`)).json()) as {
    total: number
    unread: number
  }
  const { count } = await service(env).from('cancel_reasons').select('*', { count: 'exact', head: true })
  return { mails: total, unread, reasons: count }
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
    // A refused frame holds the browser's own page, or the words of the refusal.
    const framed = page.frames().filter((frame) => frame !== page.mainFrame() && answers.get(frame.url())?.ok())
    expect(framed.map((frame) => frame.url())).toEqual([])
    expect(await traces(stack)).toEqual(before)
    await page.close()
  })
}

test('a name that an attacker turns to this machine opens nothing on any port', async ({ stack }) => {
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
