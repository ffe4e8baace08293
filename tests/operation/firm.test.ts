/** A firm of one's own on the embedded stack: an empty database, a map region of its own, and its owner. */
import { execFile } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { existsSync, globSync, readFileSync, rmSync } from 'node:fs'
import { type IncomingMessage, request } from 'node:http'
import { basename, dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { afterEach, describe, expect, it } from 'vitest'
import { flatten } from '../../src/lib/texts/model.ts'
import { temporaryFolder } from '../support/folder.ts'
import { service, signIn, visitor } from '../support/people.ts'
import { type Stack, type StackEnv, startStack } from '../support/stack.ts'

/** Returns the keys of all one-time links in a text, in their order. */
const keysIn = (text: string): string[] => [...text.matchAll(/\/setup#([\w-]{43})/g)].map(([, key]) => key ?? '')

/** Every text of the app in a script whose letters have three bytes. */
const wholeLanguage = Object.fromEntries(
  globSync('src/**/texts/*/en.json').flatMap((file) => {
    const texts = flatten({ [basename(dirname(file))]: JSON.parse(readFileSync(file, 'utf8')) })
    return [...texts].map(([key, text]) => [
      key,
      text.replace(/\{\{.*?\}\}|\p{L}/gu, (part) => (part.startsWith('{{') ? part : 'ქ'))
    ])
  })
)

describe.each(['native', 'pglite'] as const)('a firm of its own on %s', (database) => {
  let stack: Stack | undefined
  // A second try begins with nothing of the first.
  afterEach(async () => {
    await stack?.stop()
  })

  const setUp = async (key: string, email: string, client_key: string = randomUUID()) => {
    const { data, error } = await visitor(started().env).functions.invoke('accounts/setup', {
      body: { key, email, client_key }
    })
    return error ? await error.context.json() : data
  }
  const started = (): Stack => {
    if (!stack) throw new Error('the stack has not started')
    return stack
  }
  const printLink = async (...args: string[]): Promise<string> => {
    const { SUPABASE_URL, SUPABASE_SECRET_KEY } = started().env
    const env = { ...process.env, SUPABASE_URL, SUPABASE_SECRET_KEY }
    return (await promisify(execFile)(process.execPath, ['scripts/setup-link.ts', ...args], { env })).stdout
  }

  it('begins empty, with its own map and one owner, and stays a firm at later starts', async () => {
    const data = temporaryFolder()
    const firm = { database, web: 'dev', data, demo: true, history: true } as const
    stack = await startStack({ ...firm, args: ['--empty', '--extract=try'] })
    expect(existsSync(join(data, 'region/graph.bin'))).toBe(true)
    const served = await (await fetch(`${stack.env.WEB_URL}/region/region.json`)).text()
    expect(served).toBe(readFileSync(join(data, 'region/region.json'), 'utf8'))
    const page = await (await fetch(`${stack.env.WEB_URL}/`)).text()
    expect(page).not.toContain('hackney-demo')

    // Two windows at once: one makes the owner, whose code comes in its response. The first code is lost with the window.
    const printed = keysIn(stack.output())
    expect(printed).toHaveLength(1)
    const [key = ''] = keysIn(await printLink('https://taxi.example/'))
    expect(await setUp(printed[0] ?? '', 'ann@taxi.example')).toMatchObject({ code: 'setup_key_expired' })
    expect(await setUp('guess', 'ann@taxi.example')).toMatchObject({ code: 'setup_key_invalid' })
    const windows = [randomUUID(), randomUUID()]
    const both = await Promise.all(
      windows.map((window, nr) => setUp(key, `${['ann', 'bob'][nr]}@taxi.example`, window))
    )
    const won = both.findIndex(({ email }) => email !== undefined)
    const owner = both[won]
    expect(both[1 - won]).toMatchObject({ code: 'setup_in_use' })
    const again = await setUp(key, owner.email, windows[won])
    const client = visitor(stack.env)
    const session = await client.auth.verifyOtp({ email: again.email, token: again.code, type: 'email' })
    const id = session.data.user?.id ?? ''
    expect(await setUp(key, owner.email, windows[won])).toMatchObject({ code: 'setup_done' })
    await expect(printLink('https://taxi.example')).rejects.toMatchObject({
      stderr: expect.stringContaining('has an owner already')
    })
    await expect(printLink()).rejects.toMatchObject({ stderr: expect.stringContaining('Usage') })
    expect(stack.output().split(printed[0] ?? '')).toHaveLength(2)
    expect(stack.output()).not.toContain(key)
    expect(stack.output()).not.toContain(again.code)
    // Later sign-ins are those of everybody.
    expect((await signIn(stack.env, owner.email)).id).toBe(id)
    const people = await service(stack.env).from('profiles').select('id,usertype,staff_role,approved')
    expect(people.data).toEqual([{ id, usertype: 'admin', staff_role: 'owner', approved: true }])
    expect((await visitor(stack.env).from('car_types').select('id')).data).toEqual([])

    // A language that the owner adds joins those of the build.
    const georgian = { lang_name: 'ქართული', lang_locale: 'ka', key_value_pairs: wholeLanguage }
    await service(stack.env).from('languages').insert(georgian).throwOnError()
    const offered = await visitor(stack.env).rpc('active_texts', { locale: 'ka' }).throwOnError()
    expect(offered.data).toMatchObject({ texts: wholeLanguage })
    const { languages } = offered.data as { languages: { locale: string }[] }
    expect(languages.map(({ locale }) => locale).sort()).toEqual(['ar', 'de', 'en', 'ka'])

    const second = await startStack({ ...firm, args: ['--owner=bob@taxi.example'] }).catch(String)
    expect(second).toContain('in use by process')
    await stack.stop()
    const refused = await startStack({ ...firm, args: ['--owner=bob@taxi.example'] }).catch(String)
    expect(refused).toContain('This firm has an owner already.')

    stack = await startStack(firm)
    expect(keysIn(stack.output())).toEqual([])
    await stack.stop()

    // Whatever is lost of its mark: the demo comes into a new database only.
    rmSync(join(data, 'firm'))
    stack = await startStack(firm)
    expect((await visitor(stack.env).from('car_types').select('id')).data).toEqual([])
    expect((await service(stack.env).from('profiles').select('id')).data).toEqual([{ id }])

    // Strangers from three networks: each brings as many newcomers as a network may, and nobody else waits for them.
    expect(await askForCodes(stack.env, { networks: 3, addresses: 70 })).toEqual({ 200: 180, 429: 30 })
    expect((await signIn(stack.env, owner.email)).id).toBe(id)
    expect((await signIn(stack.env, 'rita@taxi.example')).id).toBeTruthy()
  }, 600_000)
})

/** Asks for a code for an unknown address from each network address, and returns how often each status was the answer. */
async function askForCodes(
  { SUPABASE_URL, SUPABASE_PUBLISHABLE_KEY: apikey }: StackEnv,
  { networks, addresses }: { networks: number; addresses: number }
): Promise<Record<number, number>> {
  const counts: Record<string, number> = {}
  const ask = async (localAddress: string) => {
    const headers = { apikey, 'content-type': 'application/json' }
    const asked = request(`${SUPABASE_URL}/auth/v1/otp`, { method: 'POST', headers, localAddress, agent: false })
    asked.end(JSON.stringify({ email: `${localAddress}@strangers.example` }))
    const [response] = (await once(asked, 'response')) as [IncomingMessage]
    response.resume()
    await once(response, 'end')
    counts[response.statusCode ?? 0] = (counts[response.statusCode ?? 0] ?? 0) + 1
  }
  const all = Array.from(
    { length: networks * addresses },
    (_, n) => `127.9.${n % networks}.${1 + Math.floor(n / networks)}`
  )
  await Promise.all(
    // No more at once than PGlite's one session answers within Auth's five seconds for a hook, on a slow machine too.
    Array.from({ length: 3 }, async (_, nr) => {
      for (let n = nr; n < all.length; n += 3) await ask(all[n] ?? '')
    })
  )
  return counts
}
