import { createServer, type Server } from 'node:http'
import { createClient, type SupabaseClient } from '@supabase/supabase-js'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createLog } from '../log.ts'
import { createFunctionsProject, type FunctionsProject } from '../testing/functions.ts'
import { claimBlock } from '../testing/ports.ts'
import type { StackModule } from '../types.ts'
import { createFunctions } from './index.ts'

const { first: port, release } = await claimBlock()
const lines: string[] = []
const open = ['echo', 'reach', 'broken', 'crash', 'stream'].map((name) => `[functions.${name}]\nverify_jwt = false\n`)
let project: FunctionsProject
let write: FunctionsProject['write']
let host: StackModule
let upstream: Server
let client: SupabaseClient

const call = async (path: string, init?: RequestInit) =>
  host.fetch(new Request(`http://127.0.0.1:${port}${path}`, init), { address: '10.0.0.7' })

beforeAll(async () => {
  project = await createFunctionsProject(open.join(''))
  write = project.write
  await write('_shared/greeting.ts', `export const greeting = 'hello'`)
  await write('.env', 'OWN=mine\nSUPABASE_URL=elsewhere\n')
  await write(
    'echo/index.ts',
    `import { greeting } from '../_shared/greeting.ts'
     Deno.serve(async (request) => {
       const url = new URL(request.url)
       return Response.json({
         greeting, version: 1, method: request.method, path: url.pathname + url.search, host: url.host,
         body: await request.text(), from: request.headers.get('x-forwarded-for'), pid: Deno.pid,
         env: ['OWN', 'SUPABASE_URL', 'HOME', 'OUTSIDE'].map((name) => Deno.env.get(name) ?? null),
       }, { status: 201, headers: { 'x-own': 'yes' } })
     })`
  )
  await write(
    'reach/index.ts',
    `const attempt = async (work) => { try { return await work() } catch (error) { return error.name } }
     Deno.serve(async () => Response.json({
       read: await attempt(() => Deno.readTextFile('/etc/passwd')),
       write: await attempt(() => Deno.writeTextFile('/tmp/x', '')),
       run: await attempt(() => new Deno.Command('true').output()),
       net: await attempt(() => fetch('http://127.0.0.1:${port + 1}/')),
       gateway: await attempt(async () => (await fetch('http://127.0.0.1:${port}/')).text()),
       env: await attempt(() => Object.keys(Deno.env.toObject()).sort()),
     }))`
  )
  await write('broken/index.ts', `throw new Error('no such luck')`)
  await write(
    'crash/index.ts',
    `Deno.serve((request) => { if (request.url.endsWith('now')) Deno.exit(3); return new Response(String(Deno.pid)) })`
  )
  await write(
    'stream/index.ts',
    `Deno.serve((request) => {
       if (request.method === 'POST') return new Response(request.body)
       let n = 0
       return new Response(new ReadableStream({
         async pull(controller) {
           if (n === 3) return controller.close()
           controller.enqueue(new TextEncoder().encode(String(n++)))
           await new Promise((resolve) => setTimeout(resolve, 150))
         },
       }))
     })`
  )
  upstream = createServer((_request, response) => response.end('gateway')).listen(port, '127.0.0.1')
  process.env.OUTSIDE = 'secret'
  host = createFunctions({
    root: project.root,
    env: { SUPABASE_URL: `http://127.0.0.1:${port}` },
    log: createLog('text', (line) => lines.push(line)),
    allowNet: []
  })
  const throughHost = (address: string | URL | Request, init?: RequestInit) =>
    call(new URL(String(address)).pathname.replace('/functions/v1', ''), init)
  client = createClient('http://127.0.0.1', 'sb_publishable_x', { global: { fetch: throughHost } })
}, 30_000)

afterAll(async () => {
  await host.stop()
  upstream.close()
  await project.remove()
  release()
})

describe('requests', () => {
  it('arrive completely, and so do responses', async () => {
    const response = await call('/echo/deep/er?q=1', { method: 'PUT', body: 'text' })
    expect(response.status).toBe(201)
    expect(response.headers.get('x-own')).toBe('yes')
    expect(await response.json()).toMatchObject({
      greeting: 'hello',
      method: 'PUT',
      path: '/echo/deep/er?q=1',
      host: `127.0.0.1:${port}`,
      body: 'text',
      from: '10.0.0.7',
      env: ['mine', `http://127.0.0.1:${port}`, null, null]
    })
  })

  it('can come from functions-js', async () => {
    const { data, error } = await client.functions.invoke('echo/autocomplete', { body: { searchKeyword: 'Vaduz' } })
    expect(error).toBeNull()
    expect(data).toMatchObject({ path: '/echo/autocomplete', body: '{"searchKeyword":"Vaduz"}' })
  })

  it('share one process, even if the first ones are simultaneous', async () => {
    const answers = await Promise.all(Array.from({ length: 8 }, async () => (await call('/crash')).text()))
    expect(new Set(answers).size).toBe(1)
  })

  it('stream both ways', async () => {
    const response = await call('/stream')
    const arrivals: number[] = []
    for await (const _part of response.body ?? []) arrivals.push(Date.now())
    expect(arrivals).toHaveLength(3)
    expect((arrivals[2] ?? 0) - (arrivals[0] ?? 0)).toBeGreaterThan(200)
    const large = new Uint8Array(3_000_000).fill(7)
    const echoed = await call('/stream', { method: 'POST', body: large })
    expect((await echoed.arrayBuffer()).byteLength).toBe(large.length)
  })
})

describe('refusals', () => {
  it.each(['/', '/nowhere', '/_shared', '/..%2fsecret', '/.env'])(
    'are given for the unknown function %s',
    async (path) => {
      const response = await call(path)
      expect(response.status).toBe(404)
      expect(await response.json()).toMatchObject({ code: 'NOT_FOUND' })
    }
  )

  it('do not reveal a function', async () => {
    const answer = await (await call('/reach')).json()
    expect(answer).toMatchObject({
      read: 'NotCapable',
      write: 'NotCapable',
      run: 'NotCapable',
      net: 'NotCapable',
      gateway: 'gateway'
    })
    expect(JSON.stringify(answer.env)).not.toContain('OUTSIDE')
  })

  it('report a function that cannot start, which starts once it can', async () => {
    const response = await call('/broken')
    expect(response.status).toBe(503)
    expect(await response.json()).toMatchObject({ code: 'BOOT_ERROR' })
    expect(lines.join('\n')).toMatch(/error function.boot_failed name=broken .*no such luck/)
    await write('broken/index.ts', `Deno.serve(() => new Response('mended'))`)
    expect(await (await call('/broken')).text()).toBe('mended')
  })

  it('are followed by a restart of a crashed function with the next request', async () => {
    const before = await (await call('/crash')).text()
    const crashed = await call('/crash/now')
    expect(crashed.status).toBe(500)
    expect(await crashed.json()).toMatchObject({ code: 'WORKER_ERROR' })
    await expect.poll(async () => (await call('/crash')).status, { timeout: 15_000 }).toBe(200)
    expect(await (await call('/crash')).text()).not.toBe(before)
  })
})

describe('changes', () => {
  const version = async () => (await (await call('/echo')).json()) as { greeting: string; pid: number }

  it('of a function or of shared code take effect, and running requests complete', async () => {
    const { pid } = await version()
    const slow = call('/stream')
    await write('_shared/greeting.ts', `export const greeting = 'good day'`)
    await expect.poll(async () => (await version()).greeting, { timeout: 15_000 }).toBe('good day')
    expect((await version()).pid).not.toBe(pid)
    expect(await (await slow).text()).toBe('012')
  })

  it('of one function do not affect the others', async () => {
    const { pid } = await version()
    await write('stream/extra.ts', 'export const x = 1')
    await expect.poll(() => lines.join('\n'), { timeout: 15_000 }).toContain('function.changed name=stream')
    expect((await version()).pid).toBe(pid)
  })
})

describe('stopping', () => {
  it('leaves no process running', async () => {
    const { pid } = (await (await call('/echo')).json()) as { pid: number }
    await host.stop()
    expect(() => process.kill(pid, 0)).toThrow()
  })
})
