import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import { createRequire } from 'node:module'
import type { AddressInfo } from 'node:net'
import { dirname, join } from 'node:path'
import { type Browser, chromium, type Page } from '@playwright/test'
import type { createClient } from '@supabase/supabase-js'
import type { Upload } from 'tus-js-client'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { launchOptions } from '../../support/browser.ts'
import { type Person, signIn } from '../../support/people.ts'
import { api, env, service } from './world.ts'

/** What the page below gets from its two scripts. */
interface PageWindow {
  supabase: { createClient: typeof createClient }
  tus: { Upload: typeof Upload }
}

const require = createRequire(import.meta.url)
const packageOf = (name: string): string => {
  const entry = require.resolve(name)
  return join(entry.slice(0, entry.lastIndexOf(join('node_modules', name))), 'node_modules', name)
}
const scripts: Record<string, string> = {
  '/supabase.js': join(packageOf('@supabase/supabase-js'), 'dist/umd/supabase.js'),
  '/tus.js': join(dirname(require.resolve('tus-js-client/package.json')), 'dist/tus.js')
}
const html = '<!doctype html><title>upload</title><script src="/supabase.js"></script><script src="/tus.js"></script>'

const hasBrowser = existsSync(launchOptions.executablePath ?? '')

describe.skipIf(!hasBrowser)('a page of another origin', () => {
  let server: Server
  let browser: Browser
  let page: Page
  let rider: Person
  let token: string

  beforeAll(async () => {
    server = createServer((request, response) => {
      const file = scripts[request.url ?? '']
      response.setHeader('content-type', file ? 'text/javascript' : 'text/html')
      response.end(file ? readFileSync(file) : html)
    })
    await once(server.listen(0, '127.0.0.1'), 'listening')
    rider = await signIn(env, 'rider7@hackney.test')
    token = (await rider.client.auth.getSession()).data.session?.access_token ?? ''
    browser = await chromium.launch(launchOptions)
    page = await browser.newPage()
    await page.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`)
  })

  afterAll(async () => {
    await service.storage.from('users').remove([`${rider.id}/profileImage`, `${rider.id}/license`])
    await browser.close()
    server.close()
  })

  it('uploads a Blob, a File and a form, and reads them back with their ETag', async () => {
    const given = { url: env.SUPABASE_URL, key: env.SUPABASE_PUBLISHABLE_KEY, token, path: `${rider.id}/profileImage` }
    const outcome = await page.evaluate(async ({ url, key, token, path }) => {
      const { supabase } = window as unknown as PageWindow
      const files = supabase.createClient(url, key, { accessToken: async () => token }).storage.from('users')
      const canvas = Object.assign(document.createElement('canvas'), { width: 64, height: 64 })
      const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/png'))
      if (!blob) return null
      const form = new FormData()
      form.append('file', new File([blob], 'me.png', { type: 'image/png' }))
      const errors: (string | null)[] = []
      for (const body of [blob, new File([blob], 'me.png', { type: 'image/png' }), form]) {
        const { error } = await files.upload(path, body, { upsert: true, cacheControl: '60' })
        errors.push(error?.message ?? null)
      }
      const { data } = await files.download(path)
      const signed = await files.createSignedUrl(path, 60)
      const shown = await fetch(signed.data?.signedUrl ?? '')
      return { errors, size: data?.size === blob.size, type: data?.type, tag: shown.headers.get('etag') }
    }, given)
    expect(outcome).toEqual({
      errors: [null, null, null],
      size: true,
      type: 'image/png',
      tag: expect.stringMatching(/"[0-9a-f]{32}"/)
    })
  })

  it('uploads resumably, with a pause in between', async () => {
    const given = { endpoint: api('/upload/resumable'), key: env.SUPABASE_PUBLISHABLE_KEY, token, id: rider.id }
    const outcome = await page.evaluate(async ({ endpoint, key, token, id }) => {
      const { tus } = window as unknown as PageWindow
      const blob = new Blob(
        [Uint8Array.from([0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10]), new Uint8Array(8 * 1024 * 1024 - 8)],
        { type: 'image/png' }
      )
      let pauses = 0
      return new Promise<string>((resolve) => {
        const upload = new tus.Upload(blob, {
          endpoint,
          headers: { apikey: key, authorization: `Bearer ${token}`, 'x-upsert': 'true' },
          metadata: { bucketName: 'users', objectName: `${id}/license`, contentType: 'image/png', cacheControl: '60' },
          chunkSize: 6 * 1024 * 1024,
          uploadDataDuringCreation: true,
          removeFingerprintOnSuccess: true,
          onChunkComplete: () => {
            if (pauses > 0) return
            pauses += 1
            upload.abort().then(() => setTimeout(() => upload.start(), 100))
          },
          onError: (error) => resolve(String(error)),
          onSuccess: () => resolve(`whole after ${pauses} pause`)
        })
        upload.start()
      })
    }, given)
    expect(outcome).toBe('whole after 1 pause')
    expect((await service.storage.from('users').info(`${rider.id}/license`)).data?.size).toBe(8 * 1024 * 1024)
  })

  it('cannot use the secret key', async () => {
    const given = { url: env.SUPABASE_URL, key: env.SUPABASE_SECRET_KEY }
    const message = await page.evaluate(async ({ url, key }) => {
      const { supabase } = window as unknown as PageWindow
      return (await supabase.createClient(url, key).storage.listBuckets()).error?.message
    }, given)
    expect(message).toMatch('secret API key')
  })
})
