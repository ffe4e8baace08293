import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Demo } from '../demo/index.ts'
import { createLog } from '../log.ts'
import { type Block, claimBlock } from '../testing/ports.ts'
import { createBuiltHandler } from './built.ts'
import { type CaptchaProvider, captchaOrigins } from './captcha-origins.ts'
import { findFile, findRegionFile, parseRange } from './files.ts'
import { createWeb, type Web } from './index.ts'
import { joinOrigins, readPayOrigins } from './pay-origins.ts'
import { placeBeside } from './place.ts'
import { contentPolicy, headersFile, policyHeader, securityHeaders, withPolicy } from './policy.ts'

/** Sends lines unchanged; returns the first part of the response. */
const rawTo = (base: string, lines: string[]): Promise<string> =>
  new Promise((found, reject) => {
    const socket = connect(Number(new URL(base).port), '127.0.0.1', () => socket.write(`${lines.join('\r\n')}\r\n\r\n`))
    socket.once('data', (data) => {
      found(String(data))
      socket.destroy()
    })
    socket.once('error', reject)
    socket.once('close', () => reject(new Error('closed without an answer')))
  })

/** The status of a request whose path is sent unchanged, which fetch would normalise. */
const statusOf = async (base: string, target: string, host = '127.0.0.1'): Promise<number> =>
  Number((await rawTo(base, [`GET ${target} HTTP/1.1`, `Host: ${host}`, 'Connection: close'])).split(' ')[1])

const page = `<title>Hackney</title><meta charset="utf-8" /><script>theme()</script>${' '.repeat(2000)}`

const api = { url: 'http://127.0.0.1:54321', key: 'k' }

let root: string
let server: Server
let url: string

beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'hackney-web-'))
  await mkdir(join(root, 'dist/assets'), { recursive: true })
  for (const name of ['index', 'app']) {
    await writeFile(join(root, `dist/${name}.html`), withPolicy(page, 'from the build'))
  }
  await writeFile(join(root, 'dist/assets/app-1.js'), 'let a = 1\n'.repeat(500))
  await writeFile(join(root, 'dist/sw.js'), 'let b = 1\n')
  await writeFile(join(root, 'dist/tiles.pmtiles'), '0123456789')
  await writeFile(join(root, 'secret.txt'), 'secret')
  server = createServer(createBuiltHandler(placeBeside(join(root, 'region')), api))
  await once(server.listen(0, '127.0.0.1'), 'listening')
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(async () => {
  server.close()
  server.closeAllConnections()
  await rm(root, { recursive: true })
})

describe('the region', () => {
  it('is served with the page’s files only, without its sources and the functions’ files', async () => {
    const region = join(root, 'region')
    await mkdir(region)
    for (const file of ['region.json', 'still-dark.svg', 'graph.bin', '.source.json'])
      await writeFile(join(region, file), '{}')
    for (const path of ['/region.json', '/still-dark.svg']) expect(findRegionFile(region, path)?.size, path).toBe(2)
    for (const path of ['/graph.bin', '/.source.json', '/%2esource.json', '/x/../.source.json']) {
      expect(findRegionFile(region, path), path).toBeNull()
    }
  })
})

describe('the built app', () => {
  it('serves every page of the app as HTML, and a missing file as 404', async () => {
    for (const path of ['/', '/bookings', '/bookings/0d00?x=1.5']) {
      const response = await fetch(url + path)
      expect([response.status, (await response.text()).slice(0, 7)]).toEqual([200, '<title>'])
    }
    expect((await fetch(`${url}/assets/gone-2.js`)).status).toBe(404)
  })

  it('forbids caching the worker, by which browsers learn of a new build', async () => {
    const worker = await fetch(`${url}/sw.js`)
    expect(worker.headers.get('content-type')).toContain('javascript')
    expect(worker.headers.get('cache-control')).toBe('no-store')
    expect(headersFile({ apiUrl: null, html: '' })).toContain('/sw.js\n  cache-control: no-store')
  })

  it('compresses texts, hashed ones once and cached for ever', async () => {
    for (const encoding of ['br', 'gzip']) {
      const response = await fetch(`${url}/assets/app-1.js`, { headers: { 'accept-encoding': encoding } })
      expect(response.headers.get('content-encoding')).toBe(encoding)
      expect(Number(response.headers.get('content-length'))).toBeLessThan(500)
      expect(response.headers.get('cache-control')).toContain('immutable')
      expect(await response.text()).toHaveLength(5000)
    }
    const page = await fetch(url)
    expect(page.headers.get('cache-control')).toBe('no-cache')
    const again = await fetch(url, { headers: { 'if-none-match': page.headers.get('etag') ?? '' } })
    expect(again.status).toBe(304)
  })

  it('marks its pages for the demo with each start, including those cached by a browser', async () => {
    const etags = ['first nonce', 'second nonce'].map(async (content) => {
      const demo = { meta: { name: 'demo', content }, mark: (html: string) => html + content } as unknown as Demo
      const marked = createServer(createBuiltHandler(placeBeside(join(root, 'region')), api, demo))
      await once(marked.listen(0, '127.0.0.1'), 'listening')
      const response = await fetch(`http://127.0.0.1:${(marked.address() as AddressInfo).port}/bookings`)
      expect(await response.text()).toBe(page + content)
      marked.closeAllConnections()
      marked.close()
      return response.headers.get('etag')
    })
    expect(new Set([...(await Promise.all(etags)), (await fetch(url)).headers.get('etag')]).size).toBe(3)
  })

  it('has a policy with its API and its inline scripts, and no other inline code', async () => {
    for (const encoding of ['br', 'gzip', 'identity']) {
      for (const path of ['/', '/index.html', '/bookings']) {
        const response = await fetch(url + path, { headers: { 'accept-encoding': encoding } })
        expect(await response.text()).toBe(page)
        const policy = response.headers.get('content-security-policy') ?? ''
        const hash = createHash('sha256').update('theme()').digest('base64')
        expect(policy).toContain(`script-src 'self' 'sha256-${hash}'`)
        expect(policy).toContain(
          "connect-src 'self' http://127.0.0.1:54321 ws://127.0.0.1:54321 https://api.mapbox.com"
        )
        for (const part of ["default-src 'none'", "base-uri 'none'", "frame-ancestors 'none'"])
          expect(policy).toContain(part)
        expect(policy).not.toMatch(/script-src[^;]*unsafe|unsafe-eval|https: |\* /)
      }
    }
  })

  it('includes a policy for hosts that send no headers, and headers for those that read _headers', () => {
    const options = { apiUrl: 'https://x.example/', html: page }
    const lines = headersFile(options).split('\n')
    expect(lines).toContain(`  content-security-policy: ${policyHeader(options)}`)
    expect(lines).toContain('  x-content-type-options: nosniff')
    expect(policyHeader(options)).toContain(
      "connect-src 'self' https://x.example wss://x.example https://api.mapbox.com"
    )
    expect(withPolicy(page, 'p')).toContain('<meta http-equiv="Content-Security-Policy" content="p" />')
  })

  it.each(Object.keys(captchaOrigins) as CaptchaProvider[])(
    'permits the hosts of %s if it is the captcha',
    (captcha) => {
      const hosts = /cloudflare|hcaptcha/
      const options = { apiUrl: 'https://x.example/', html: page }
      expect(headersFile(options)).not.toMatch(hosts)
      const { script, frame } = captchaOrigins[captcha]
      const policy = contentPolicy({ ...options, captcha })
      for (const host of script) expect(policy).toMatch(new RegExp(`script-src [^;]*${host.replace('*', '\\*')}`))
      for (const host of frame) expect(policy).toMatch(new RegExp(`frame-src [^;]*${host.replace('*', '\\*')}`))
      expect(policy.match(hosts)?.[0]).toBe(captcha === 'turnstile' ? 'cloudflare' : 'hcaptcha')
      expect(headersFile({ ...options, captcha })).toContain(policy)
    }
  )

  it('permits configured origins to frame a page, in its policy but in no static file', async () => {
    const framed = createServer((request, response) =>
      createBuiltHandler(placeBeside(join(root, 'region')), api)(request, response, ["'self'", 'https://hotel.example'])
    )
    await once(framed.listen(0, '127.0.0.1'), 'listening')
    const { headers } = await fetch(`http://127.0.0.1:${(framed.address() as AddressInfo).port}/embed`)
    expect(headers.get('content-security-policy')).toMatch(/; frame-ancestors 'self' https:\/\/hotel\.example$/)
    expect(headers.get('cache-control')).toBe('no-store')
    framed.close()
    framed.closeAllConnections()
  })

  it('permits only the payment page to load the enabled providers’ resources', async () => {
    const pay = joinOrigins([
      { script: ['https://js.pay.example'], form: ['https://pay.example', 'javascript:alert(1)', "'unsafe-inline'"] },
      { frame: ['https://*.pay.example'], form: ['https://pay.example'] },
      null
    ])
    const paying = createServer((request, response) =>
      createBuiltHandler(placeBeside(join(root, 'region')), api)(request, response, [], pay)
    )
    await once(paying.listen(0, '127.0.0.1'), 'listening')
    const { headers } = await fetch(`http://127.0.0.1:${(paying.address() as AddressInfo).port}/pay/1`)
    const policy = headers.get('content-security-policy') ?? ''
    expect(policy).toMatch(/script-src 'self' '[^;]*' https:\/\/js\.pay\.example;/)
    expect(policy).toContain("frame-src 'self' https://*.pay.example;")
    expect(policy).toContain("form-action 'self' http://127.0.0.1:54321 https://pay.example;")
    expect(policy).not.toMatch(/javascript:|form-action[^;]*unsafe/)
    expect((await fetch(`${url}/bookings`)).headers.get('content-security-policy')).not.toContain('pay.example')
    paying.close()
    paying.closeAllConnections()
  })

  it('reads PAYMENT_ORIGINS for static hosts, and refuses values that are not origins', () => {
    expect(readPayOrigins('form=https://a.example,https://b.example script=https://c.example')).toEqual({
      form: ['https://a.example', 'https://b.example'],
      script: ['https://c.example'],
      frame: [],
      connect: []
    })
    const headers = headersFile({ apiUrl: null, html: '' }, readPayOrigins('script=https://c.example'))
    const [pages = '', payment = ''] = headers.split('/pay/*\n')
    expect(pages).not.toContain('https://c.example')
    expect(payment).toMatch(/^ {2}! content-security-policy\n {2}content-security-policy: [^\n]* https:\/\/c\.example;/)
    for (const wrong of ['style=https://a.example', 'form=http://a.example', "script='unsafe-inline'", 'form'])
      expect(() => readPayOrigins(wrong)).toThrow('PAYMENT_ORIGINS')
  })

  it('sends ranges of a large file', async () => {
    const part = await fetch(`${url}/tiles.pmtiles`, { headers: { range: 'bytes=2-4' } })
    expect([part.status, part.headers.get('content-range'), await part.text()]).toEqual([206, 'bytes 2-4/10', '234'])
    const beyond = await fetch(`${url}/tiles.pmtiles`, { headers: { range: 'bytes=10-' } })
    expect([beyond.status, beyond.headers.get('content-range')]).toEqual([416, 'bytes */10'])
  })

  it('refuses an invalid address', async () => {
    expect(await statusOf(url, '//')).toBe(400)
    expect(await statusOf(url, '/', 'bad host')).toBe(400)
    expect((await fetch(url)).status).toBe(200)
  })
})

describe('the page for frames of other sites', () => {
  let block: Block
  let api: Server
  let web: Web
  let listed: unknown = ['https://hotel.example']
  const iframe = { 'sec-fetch-site': 'cross-site', 'sec-fetch-dest': 'iframe' }
  const framing = async (path: string) =>
    (await fetch(web.url + path, { headers: iframe })).headers.get('content-security-policy')?.split('; ').at(-1)
  const isFramed = (origins: string) => `frame-ancestors 'self'${origins && ` ${origins}`}`

  beforeAll(async () => {
    api = createServer((_, response) => response.end(JSON.stringify([{ embed_origins: listed }])))
    await once(api.listen(0, '127.0.0.1'), 'listening')
    block = await claimBlock()
    web = await createWeb({
      root: resolve(import.meta.dirname, '../..'),
      port: block.first,
      built: false,
      env: { supabaseUrl: `http://127.0.0.1:${(api.address() as AddressInfo).port}`, supabaseKey: 'k' },
      dataDir: join(root, 'data'),
      log: createLog('text', () => undefined)
    })
  })
  afterAll(async () => {
    await web.stop()
    block.release()
    api.close()
  })

  it('can be framed by the sites in the settings, without a restart; every other page by none', async () => {
    await expect.poll(() => framing('/embed?lang=de'), { timeout: 15_000 }).toBe(isFramed('https://hotel.example'))
    const { headers } = await fetch(`${web.url}/embed`, { headers: iframe })
    expect([headers.get('x-frame-options'), headers.get('cross-origin-resource-policy')]).toEqual([
      null,
      'cross-origin'
    ])
    listed = ['https://bar.example', 'http://localhost:5000']
    await expect
      .poll(() => framing('/embed'), { timeout: 15_000 })
      .toBe(isFramed('https://bar.example http://localhost:5000'))
    for (const path of ['/', '/bookings', '/embed/', '/embed/x', '/Embed', '/login?next=/embed', '/widget']) {
      expect([path, (await fetch(web.url + path, { headers: iframe })).status]).toEqual([path, 403])
      expect((await fetch(web.url + path)).headers.get('x-frame-options'), path).toBe('DENY')
    }
  })

  it.each([
    [
      'a list with another header in it',
      ["https://a.example; script-src 'unsafe-inline'", 'https://b.example'],
      'https://b.example'
    ],
    ['stars and schemes', ['*', 'https:', 'https://*.a.example', 'http://a.example', "'self'", 'data:'], ''],
    ['no list', 'https://a.example', ''],
    ['nothing', undefined, '']
  ])('is safe from %s', async (_, list, origins) => {
    listed = ['https://before.example']
    await expect.poll(() => framing('/embed'), { timeout: 15_000 }).toBe(isFramed('https://before.example'))
    listed = list
    await expect.poll(() => framing('/embed'), { timeout: 15_000 }).toBe(isFramed(origins))
  })

  it('gives its script to any page, and nothing else', async () => {
    const script = { 'sec-fetch-site': 'cross-site', 'sec-fetch-dest': 'script' }
    const answer = await fetch(`${web.url}/embed.js`, { headers: script })
    expect([answer.status, answer.headers.get('cross-origin-resource-policy')]).toEqual([200, 'cross-origin'])
    for (const path of ['/env.js', '/src/main.tsx', '/embed']) {
      expect([path, (await fetch(web.url + path, { headers: script })).status]).toEqual([path, 403])
    }
    const posted = await fetch(`${web.url}/embed`, { method: 'POST', headers: iframe })
    expect(posted.status).toBe(403)
  })
})

describe('the development server', () => {
  let block: Block
  const project = resolve(import.meta.dirname, '../..')
  let folder: string
  let web: Web

  beforeAll(async () => {
    await mkdir(join(project, 'test-results'), { recursive: true })
    folder = await mkdtemp(join(project, 'test-results/web (1) '))
    for (const name of [
      'data/env',
      'data/keys/signing.json',
      'x/.hackney/env',
      'x/.git/config',
      'x/.env.local',
      'x/a.pem'
    ]) {
      await mkdir(join(folder, name, '..'), { recursive: true })
      await writeFile(join(folder, name), 'secret')
    }
    await writeFile(join(folder, 'open.txt'), 'open')
    block = await claimBlock()
    web = await createWeb({
      root: project,
      port: block.first,
      built: false,
      env: { supabaseUrl: 'http://127.0.0.1:1', supabaseKey: 'k' },
      dataDir: join(folder, 'data'),
      log: createLog('text', () => undefined)
    })
  })
  afterAll(async () => {
    await web.stop()
    block.release()
    await rm(folder, { recursive: true })
  })

  it.each(['data/env', 'data/keys/signing.json', 'x/.hackney/env', 'x/.git/config', 'x/.env.local', 'x/a.pem'])(
    'does not serve %s, however it is requested',
    async (name) => {
      const path = encodeURI(join(folder, name))
      const inside = path.slice(encodeURI(project).length)
      const forms = [inside, `/@fs${path}`, `/@fs/${path}`, `/src/..${inside}`]
      const questions = ['', '?raw', '?url', '?import', '?import&raw', '?raw??', '?inline', '?t=1', '?.svg', '?init']
      for (const address of forms.flatMap((form) => questions.map((question) => form + question))) {
        const response = await fetch(web.url + address, { headers: { accept: '*/*' } })
        expect([address, (await response.text()).includes('secret')]).toEqual([address, false])
      }
    }
  )

  it('prevents foreign pages from reading it, embedding it, or listening to its changes', async () => {
    const ask = async (headers: string[], target = '/env.js') => {
      const [head = ''] = (await rawTo(web.url, [`GET ${target} HTTP/1.1`, ...headers])).split('\r\n\r\n')
      return [Number(head.split(' ')[1]), /access-control-allow-origin/i.test(head)]
    }
    const own = `Host: 127.0.0.1:${new URL(web.url).port}`
    const end = 'Connection: close'
    expect(await ask([own, end])).toEqual([200, false])
    const { headers } = await fetch(`${web.url}/env.js`)
    for (const [name, value] of Object.entries(securityHeaders)) expect(headers.get(name)).toBe(value)
    expect(await ask([own, `Origin: ${web.url}`, end])).toEqual([200, false])
    expect(await ask(['Host: evil.test', end])).toEqual([403, false])
    for (const origin of ['http://evil.test', 'http://localhost:9999', 'http://127.0.0.1:9999', 'null']) {
      expect([origin, ...(await ask([own, `Origin: ${origin}`, end]))]).toEqual([origin, 403, false])
    }
    expect(await ask([own, 'Sec-Fetch-Site: same-site', 'Sec-Fetch-Dest: script', end], '/@vite/client')).toEqual([
      403,
      false
    ])
    const protocols = ['vite-hmr', 'vite-ping']
    for (const protocol of protocols) {
      const upgrade = [
        'Connection: Upgrade',
        'Upgrade: websocket',
        'Sec-WebSocket-Version: 13',
        'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==',
        `Sec-WebSocket-Protocol: ${protocol}`
      ]
      expect(await ask([own, 'Origin: http://localhost:9999', ...upgrade], '/')).toEqual([403, false])
      expect(await ask(['Host: evil.test', 'Origin: http://evil.test', ...upgrade], '/')).toEqual([403, false])
    }
  })

  it('serves everything else', async () => {
    const path = encodeURI(join(folder, 'open.txt').slice(project.length))
    expect(await (await fetch(web.url + path)).text()).toBe('open')
    expect(await (await fetch(`${web.url}/env.js`)).text()).toContain('supabaseUrl')
    expect(await statusOf(web.url, '//')).toBe(400)
  })
})

describe('files', () => {
  it('are only served from their folder', () => {
    const folder = join(root, 'dist')
    expect(findFile(folder, '/assets/app-1.js')?.type).toContain('javascript')
    for (const path of ['/../secret.txt', '/..%2fsecret.txt', '/%2e%2e/secret.txt', '/assets', '/%', '/a%00']) {
      expect(findFile(folder, path)).toBeNull()
    }
  })

  it.each([
    [undefined, null],
    ['bytes=0-', [0, 9]],
    ['bytes=-3', [7, 9]],
    ['bytes=3-99', [3, 9]],
    ['bytes=5-4', 'bad'],
    ['bytes=0-1,3-4', null],
    ['lines=1-2', null]
  ])('serve the range %s of ten bytes', (header, expected) => {
    expect(parseRange(header, 10)).toEqual(expected)
  })
})
