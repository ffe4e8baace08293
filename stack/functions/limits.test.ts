import { existsSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createGateway, type Gateway } from '../gateway/index.ts'
import { createTokens } from '../keys/index.ts'
import { createLog } from '../log.ts'
import { createFunctionsProject, type FunctionsProject } from '../testing/functions.ts'
import { claimBlock } from '../testing/ports.ts'
import type { StackModule, Tokens } from '../types.ts'
import { createBackoff } from './backoff.ts'
import { functionEnvironment } from './environment.ts'
import { createFunctions } from './index.ts'

const { first: port, release } = await claimBlock()
const lines: string[] = []
const functions = {
  hungry: `const kept = []
    Deno.serve((request) => {
      if (new URL(request.url).pathname.endsWith('/pid')) return new Response(String(Deno.pid))
      for (;;) kept.push(Array.from({ length: 10_000 }, () => ({ text: Math.random().toString() })))
    })`,
  slow: `Deno.serve(async (request) => {
      if (new URL(request.url).pathname.endsWith('/stuck')) for (;;);
      if (new URL(request.url).pathname.endsWith('/late')) await new Promise((resolve) => setTimeout(resolve, 60_000))
      return new Response(String(Deno.pid))
    })`,
  background: `const post = (text) => fetch('http://127.0.0.1:${port + 1}/' + text)
    addEventListener('beforeunload', (event) => console.log('unloading:', event.detail.reason))
    Deno.serve((request) => {
      const name = new URL(request.url).pathname.split('/').at(-1)
      if (name === 'fails') EdgeRuntime.waitUntil(Promise.reject(new Error('background trouble')))
      else EdgeRuntime.waitUntil(new Promise((resolve) => setTimeout(resolve, 600)).then(() => post(name)))
      return new Response(String(Deno.pid))
    })`,
  talkative: `Deno.serve(() => { console.log('first\\nsecond'); console.error('third'); return new Response('said') })`,
  remote: `import { x } from 'https://deno.land/x/thing/mod.ts'\nDeno.serve(() => new Response(x))`,
  dynamic: `Deno.serve(async () => {
      const attempt = (from) => import(from).then(() => 'imported', (error) => error.message)
      return Response.json(await Promise.all(['https://deno.land/x/a.ts', 'jsr:@std/assert', '/etc/passwd'].map(attempt)))
    })`,
  flaky: `Deno.serve(() => new Response('never')); setTimeout(() => Deno.exit(1), 20)`,
  events: `Deno.serve((request) => {
      const text = new TextEncoder()
      let timer
      return new Response(new ReadableStream({
        start(controller) {
          let n = 0
          timer = setInterval(() => {
            controller.enqueue(text.encode('data: ' + n++ + '\\n\\n'))
            if (n === 3 && !request.url.endsWith('/forever')) { clearInterval(timer); controller.close() }
          }, 100)
        },
        cancel() { clearInterval(timer); console.log('reader left') },
      }), { headers: { 'content-type': 'text/event-stream' } })
    })`,
  upload: `Deno.serve(async (request) => {
      const sizes = []
      for await (const chunk of request.body) { sizes.push(chunk.length); if (sizes.length === 1) console.log('first part') }
      return Response.json(sizes.reduce((sum, size) => sum + size, 0))
    })`,
  closed: `Deno.serve(() => new Response('inside'))`,
  off: `Deno.serve(() => new Response('never'))`
}
const sections = Object.keys(functions).filter((name) => name !== 'closed' && name !== 'off')
const config = `${sections.map((name) => `[functions.${name}]\nverify_jwt = false\n`).join('')}
  [functions.closed]\nverify_jwt = true\n[functions.off]\nenabled = false\nverify_jwt = false\n`

let project: FunctionsProject
let host: StackModule
let gateway: Gateway
let tokens: Tokens
const posted: string[] = []
const upstream = createServer((request, response) => {
  posted.push(request.url?.slice(1) ?? '')
  response.end()
})
const url = (path: string) => `http://127.0.0.1:${port}/functions/v1/${path}`
const get = (path: string, init?: RequestInit) => fetch(url(path), init)
const text = async (path: string) => (await get(path)).text()
const log = () => lines.join('\n')

function start(timeout = 1500): StackModule {
  return createFunctions({
    root: project.root,
    env: functionEnvironment(`http://127.0.0.1:${port}`, tokens),
    log: createLog('text', (line) => lines.push(line)),
    allowNet: [`127.0.0.1:${port + 1}`],
    limits: { memory: 48, timeout }
  })
}

beforeAll(async () => {
  upstream.listen(port + 1, '127.0.0.1')
  project = await createFunctionsProject(config)
  for (const [name, code] of Object.entries(functions)) await project.write(`${name}/index.ts`, code)
  tokens = await createTokens({ dataDir: join(project.root, 'data'), issuer: `http://127.0.0.1:${port}/auth/v1` })
  host = start()
  const module: StackModule = {
    streamsBody: true,
    fetch: (request, peer) => host.fetch(request, peer),
    stop: async () => {}
  }
  gateway = await createGateway({
    port,
    routes: { '/functions/v1': module },
    log: createLog('text', (line) => lines.push(line))
  })
})
afterAll(async () => {
  await gateway.stop()
  await host.stop()
  upstream.close()
  await project.remove()
  release()
})

describe('limits', () => {
  it('end a function that takes too much memory, and no other', async () => {
    // Limits for this test: filling the memory takes longer than the usual time limit of a response, above all on a busy
    // machine.
    const strict = host
    host = start(15_000)
    const other = await text('talkative')
    const before = await text('hungry/pid')
    const response = await get('hungry')
    expect([response.status, response.headers.get('sb-error-code')]).toEqual([546, 'WORKER_RESOURCE_LIMIT'])
    expect(await response.json()).toMatchObject({ code: 'WORKER_RESOURCE_LIMIT' })
    expect(log()).toMatch(/error function.ended name=hungry reason="?out of memory/)
    expect(await text('talkative')).toBe(other)
    expect(await text('hungry/pid')).not.toBe(before)
    await host.stop()
    host = strict
  }, 60_000)

  it.each(['late', 'stuck'])('end a response that does not arrive (%s)', async (how) => {
    const before = await text('slow')
    const response = await get(`slow/${how}`)
    expect([response.status, response.headers.get('sb-error-code')]).toEqual([504, 'IDLE_TIMEOUT'])
    expect(await text('slow')).not.toBe(before)
  })

  it('do not apply to a response that has started', async () => {
    const stop = new AbortController()
    const response = await get('events/forever', { signal: stop.signal })
    await sleep(1700)
    stop.abort()
    expect(response.status).toBe(200)
    await expect.poll(log).toContain('reader left')
  })
})

describe('a function that fails at every start', () => {
  it('is paused for a while, with an error response', async () => {
    await expect.poll(async () => (await get('flaky')).headers.get('retry-after'), { timeout: 20_000 }).not.toBeNull()
    const refused = await get('flaky')
    expect([refused.status, (await refused.json()).code]).toEqual([503, 'BOOT_ERROR'])
    await project.write('flaky/index.ts', `Deno.serve(() => new Response('mended'))`)
    await expect.poll(() => text('flaky'), { timeout: 15_000 }).toBe('mended')
  })

  it('is paused longer every time', () => {
    let now = 0
    const backoff = createBackoff(() => now)
    const waits = Array.from({ length: 9 }, () => {
      backoff.failed('x')
      return backoff.wait('x')
    })
    expect(waits).toEqual([0, 0, 1, 2, 4, 8, 16, 30, 30])
    expect(backoff.wait('y')).toBe(0)
    now = 29_500
    expect(backoff.wait('x')).toBe(1)
    backoff.forget('x')
    expect(backoff.wait('x')).toBe(0)
  })
})

describe('background work', () => {
  it('continues after the response, and its failure affects no other request', async () => {
    const pid = await text('background/done')
    expect(posted).not.toContain('done')
    await expect.poll(() => posted).toContain('done')
    await text('background/fails')
    await expect.poll(log).toMatch(/name=background text="?EdgeRuntime.waitUntil: Error: background trouble/)
    expect(await text('background/more')).toBe(pid)
  })

  it('is waited for when the code changes', async () => {
    const pid = await text('background/kept')
    await project.write('background/index.ts', functions.background.replace('unloading', 'bye'))
    await expect.poll(() => text('background/new'), { timeout: 15_000 }).not.toBe(pid)
    await expect.poll(() => posted).toContain('kept')
    await expect.poll(log).toContain('unloading: termination')
    await expect.poll(() => existsSync(`/proc/${pid}`)).toBe(false)
  })

  it.runIf(process.platform === 'linux')('is not interrupted by a Ctrl-C in the terminal of the stack', async () => {
    // A terminal sends Ctrl-C to a whole process group, which is the fifth field of this file.
    const groupOf = async (pid: string) => (await readFile(`/proc/${pid}/stat`, 'utf8')).split(' ')[4]
    const pid = await text('background/group')
    expect(await groupOf(pid)).not.toBe(await groupOf('self'))
  })

  it('is waited for briefly when the stack stops', async () => {
    await text('background/last')
    await host.stop()
    expect(posted).toContain('last')
    host = start()
    await text('slow')
    const stuck = get('slow/stuck').catch(() => null)
    await sleep(100)
    await host.stop()
    await stuck
    host = start()
  })
})

describe('streams', () => {
  it('deliver events as they happen', async () => {
    const response = await get('events')
    expect(response.headers.get('content-type')).toBe('text/event-stream')
    const arrivals: [string, number][] = []
    for await (const part of response.body ?? []) arrivals.push([new TextDecoder().decode(part), Date.now()])
    expect(arrivals.map(([text]) => text)).toEqual(['data: 0\n\n', 'data: 1\n\n', 'data: 2\n\n'])
    expect((arrivals[2]?.[1] ?? 0) - (arrivals[0]?.[1] ?? 0)).toBeGreaterThan(150)
  })

  it('pass a request on before it is complete', async () => {
    const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>()
    const writer = writable.getWriter()
    const answer = get('upload', { method: 'POST', body: readable, duplex: 'half' } as RequestInit)
    await writer.write(new Uint8Array(100_000))
    await expect.poll(log, { timeout: 10_000 }).toContain('first part')
    for (let n = 0; n < 20; n += 1) await writer.write(new Uint8Array(100_000))
    await writer.close()
    expect(await (await answer).json()).toBe(2_100_000)
  })
})

describe('output', () => {
  it('is logged line by line with the function’s name', async () => {
    await text('talkative')
    await expect.poll(log).toContain('info  function.says name=talkative text=first')
    expect(log()).toContain('info  function.says name=talkative text=second')
    await expect.poll(log).toContain('warn  function.says name=talkative text=third')
  })
})

describe('imports', () => {
  it('of other hosts are refused', async () => {
    expect((await get('remote')).status).toBe(503)
    const answers = (await (await get('dynamic')).json()) as string[]
    expect(answers).toHaveLength(3)
    for (const answer of answers) expect(answer).not.toBe('imported')
  })
})

describe('verify_jwt', () => {
  const authorized = (authorization: string) => get('closed', { headers: { authorization } })

  it('admits tokens of this stack', async () => {
    const token = await tokens.sign({ sub: 'x', role: 'authenticated' }, 60)
    expect(await (await authorized(`Bearer ${token}`)).text()).toBe('inside')
  })

  it.each([
    ['no token', async () => null, 'UNAUTHORIZED_NO_AUTH_HEADER'],
    ['a key', async () => tokens.secretKey, 'UNAUTHORIZED_INVALID_JWT_FORMAT'],
    ['an expired token', () => tokens.sign({ sub: 'x', role: 'anon' }, -5), 'UNAUTHORIZED_ASYMMETRIC_JWT'],
    ['a forged one', async () => 'eyJhbGciOiJub25lIn0.e30.', 'UNAUTHORIZED_ASYMMETRIC_JWT']
  ])('refuses %s', async (_what, make, code) => {
    const token = await make()
    const response = await (token === null ? get('closed') : authorized(`Bearer ${token}`))
    expect([response.status, (await response.json()).code]).toEqual([401, code])
  })

  it('follows a changed configuration, and requires a token by default', async () => {
    expect((await get('off')).status).toBe(404)
    await project.write('unnamed/index.ts', functions.closed)
    expect((await get('unnamed')).status).toBe(401)
    const file = join(project.root, 'supabase/config.toml')
    await writeFile(file, `${await readFile(file, 'utf8')}\n[functions.unnamed]\nverify_jwt = false\n`)
    await expect.poll(() => text('unnamed'), { timeout: 15_000 }).toBe('inside')
  })
})
