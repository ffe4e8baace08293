/** The demo's sign-in exists only on the page's port of an embedded stack. */
import { readdirSync, readFileSync, rmSync } from 'node:fs'
import { basename, join } from 'node:path'
import { createClient } from '@supabase/supabase-js'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { temporaryFolder } from '../support/folder.ts'
import { databaseUnderTest, type Stack, startStack } from '../support/stack.ts'

const root = join(import.meta.dirname, '../..')
const people = { rider: 'rider', driver: 'driver', fleet: 'fleetadmin', admin: 'admin' }

const startDemo = (database: 'native' | 'pglite', data: string) =>
  startStack({ database, web: 'built', demo: true, data })

const under = databaseUnderTest()
const folder = temporaryFolder()
let stack: Stack
beforeAll(async () => {
  stack = await startDemo(under, folder)
})
afterAll(async () => {
  await stack?.stop()
  rmSync(folder, { recursive: true, force: true })
})

const nonceOf = async (url = ''): Promise<string | undefined> =>
  /name="hackney-demo" content="([^"]+)"/.exec(await (await fetch(url)).text())?.[1]

const asPage = (nonce: string, body: object, of: Stack = stack): RequestInit => ({
  method: 'POST',
  headers: { origin: of.env.WEB_URL ?? '', 'content-type': 'application/json', 'x-hackney-demo': nonce },
  body: JSON.stringify(body)
})

describe('the embedded stack', () => {
  it.each(Object.entries(people))('signs %s in by one request of its page', async (name, role) => {
    const nonce = (await nonceOf(stack.env.WEB_URL)) ?? ''
    const email = `${name}@hackney.test`
    const answer = await fetch(`${stack.env.WEB_URL}/demo/person`, asPage(nonce, { person: email }))
    expect(answer.status).toBe(200)
    const session = await answer.json()
    const client = createClient(stack.env.SUPABASE_URL, stack.env.SUPABASE_PUBLISHABLE_KEY, {
      auth: { persistSession: false, autoRefreshToken: false }
    })
    expect((await client.auth.setSession(session)).error).toBeNull()
    const { data } = await client.from('profiles').select('email,usertype').eq('email', email)
    expect(data).toEqual([{ email, usertype: role }])
    const { data: renewed } = await client.auth.refreshSession()
    expect(renewed.session?.user.email).toBe(email)
  })

  it('has no demo sign-in in its gateway, its functions or its inbox', async () => {
    const { SUPABASE_URL: api, INBOX_URL: inbox, SUPABASE_SECRET_KEY: apikey } = stack.env
    const nonce = (await nonceOf(stack.env.WEB_URL)) ?? ''
    const places = [
      `${api}/demo/person`,
      ...['auth', 'rest', 'functions', 'storage', 'realtime'].map((name) => `${api}/${name}/v1/demo/person`),
      `${inbox}/demo/person`
    ]
    for (const url of places) {
      const { headers, ...rest } = asPage(nonce, { person: 'admin@hackney.test' })
      // Sends no Origin header, as a program does: browsers may not use the secret key.
      const { origin: _, ...own } = headers as Record<string, string>
      const answer = await fetch(url, { ...rest, headers: { ...own, apikey } })
      expect([url, answer.status]).toEqual([url, 404])
    }
  })
})

/** How far a service's `Date` header is ahead of the real time, in seconds. */
async function ahead({ env }: Stack, path: string): Promise<number> {
  const answer = await fetch(env.SUPABASE_URL + path, { headers: { apikey: env.SUPABASE_PUBLISHABLE_KEY } })
  return (Date.parse(answer.headers.get('date') ?? '') - Date.now()) / 1000
}

describe.each(['native', 'pglite'] as const)('a sped-up demo on %s', (database) => {
  // For the database of this run, the test restarts the stack above; for the other one it starts its own.
  const isShared = database === under
  const data = isShared ? folder : temporaryFolder()
  let own: Stack
  beforeAll(async () => {
    own = isShared ? stack : await startDemo(database, data)
  })
  afterAll(async () => {
    if (isShared) return
    await own?.stop()
    rmSync(data, { recursive: true, force: true })
  })

  it('is dated by REST only, and keeps its time after a restart', async () => {
    // A second try begins with the time of the first.
    const before = await ahead(own, '/rest/v1/settings?select=id')
    const nonce = (await nonceOf(own.env.WEB_URL)) ?? ''
    const chosen = await fetch(`${own.env.WEB_URL}/demo/speed`, asPage(nonce, { speed: 16 }, own))
    expect(await chosen.json()).toMatchObject({ speed: 16, held: null })
    await expect.poll(() => ahead(own, '/rest/v1/settings?select=id'), { timeout: 60_000 }).toBeGreaterThan(before + 60)
    // Tokens use the real time, whatever the demo's time.
    expect(Math.abs(await ahead(own, '/auth/v1/settings'))).toBeLessThan(2)
    const person = await fetch(`${own.env.WEB_URL}/demo/person`, asPage(nonce, { person: 'rider@hackney.test' }, own))
    const { access_token: token } = (await person.json()) as { access_token: string }
    const { iat } = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()) as { iat: number }
    expect(Math.abs(iat - Date.now() / 1000)).toBeLessThan(10)

    await own.stop()
    own = await startDemo(database, data)
    if (isShared) stack = own
    await expect.poll(() => ahead(own, '/rest/v1/settings?select=id'), { timeout: 60_000 }).toBeGreaterThan(before + 58)
    const restarted = await ahead(own, '/rest/v1/settings?select=id')
    await new Promise((resolve) => setTimeout(resolve, 2000))
    // The clock runs at real speed again. `Date` has whole seconds, so a smaller difference cannot be measured.
    expect(Math.abs((await ahead(own, '/rest/v1/settings?select=id')) - restarted)).toBeLessThanOrEqual(1.5)
  })
})

describe('the files that a host deploys', () => {
  const dist = join(root, 'dist')
  const files = () =>
    readdirSync(dist, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name))

  it('contain neither the demo bar nor a request to the demo', () => {
    const traces = /\/demo\/|x-hackney-demo|hackney\.demo|rider@hackney\.test|admin@hackney\.test/
    const names = files().filter((file) => !/\.(?:pmtiles|woff2?)$/.test(file))
    expect(names.length).toBeGreaterThan(50)
    const beside = new Set(readdirSync(join(root, 'dist-demo/assets')))
    expect(beside.size).toBeGreaterThan(0)
    expect(names.filter((file) => beside.has(basename(file)))).toEqual([])
    // The manifest only tells the size budgets which file is which.
    const texts = names.filter((file) => !/manifest\.json$|\.map$/.test(file))
    expect(texts.filter((file) => traces.test(readFileSync(file, 'utf8')))).toEqual([])
  })

  it('contain no text of the demo in any language; the stack finds them beside it', () => {
    const texts = files().filter((file) => /\.js$/.test(file))
    const all = texts.map((file) => readFileSync(file, 'utf8')).join('\n')
    const beside = readdirSync(join(root, 'dist-demo/assets')).filter((file) => file.endsWith('.js'))
    const demo = beside.map((file) => readFileSync(join(root, 'dist-demo/assets', file), 'utf8')).join('\n')
    for (const locale of ['en', 'de', 'ar']) {
      const { show } = JSON.parse(
        readFileSync(join(root, `src/features/common/demo/texts/demo/${locale}.json`), 'utf8')
      )
      expect(all).not.toContain(show)
      expect(demo).toContain(show)
    }
  })
})

describe('a stack without a demo', () => {
  const kinds = ['asked to have none', 'with a name of its own, as a proxy would use it'] as const
  let others: Stack[]
  beforeAll(async () => {
    const [asked, named] = [{ demo: false }, { demo: true, args: ['--allow-host=taxi.example'] }]
    others = await Promise.all([asked, named].map((more) => startStack({ database: under, web: 'built', ...more })))
  })
  afterAll(() => Promise.all((others ?? []).map((other) => other.stop())))

  it.each(kinds)('has no marked page and signs nobody in: %s', async (kind) => {
    const other = others[kinds.indexOf(kind)] as Stack
    expect(await nonceOf(other.env.WEB_URL)).toBeUndefined()
    const nonce = (await nonceOf(stack.env.WEB_URL)) ?? ''
    const { headers, ...rest } = asPage(nonce, { person: 'admin@hackney.test' })
    const answer = await fetch(`${other.env.WEB_URL}/demo/person`, {
      ...rest,
      headers: { ...headers, origin: other.env.WEB_URL ?? '' }
    })
    expect(answer.status).toBe(405)
  })
})
