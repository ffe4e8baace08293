import { createClient, FunctionsHttpError } from '@supabase/supabase-js'
import { describe, expect, it } from 'vitest'
import { stackUnderTest } from '../../support/worker.ts'

// The project's functions as a client calls them; the host has its own tests.

const env = stackUnderTest()
const client = createClient(env.SUPABASE_URL, env.SUPABASE_PUBLISHABLE_KEY, { auth: { persistSession: false } })
const at = (path: string) => `${env.SUPABASE_URL}/functions/v1/${path}`
const headers = { apikey: env.SUPABASE_PUBLISHABLE_KEY, 'content-type': 'application/json' }
const vaduz = { searchKeyword: 'Vaduz' }

describe('invoking a function', () => {
  it('returns its data', async () => {
    const { data, error } = await client.functions.invoke('places/autocomplete', { body: vaduz })
    expect(error).toBeNull()
    expect(data.searchResults.length).toBeGreaterThan(0)
  })

  it('returns a refusal as an error with the response', async () => {
    const { data, error } = await client.functions.invoke('places/autocomplete', { body: { nonsense: true } })
    expect(data).toBeNull()
    expect(error).toBeInstanceOf(FunctionsHttpError)
    const response = error.context as Response
    expect(response.status).toBeGreaterThanOrEqual(400)
    expect(response.status).toBeLessThan(500)
    expect(await response.json()).toMatchObject({ code: expect.any(String), message: expect.any(String) })
  })

  it('accepts text, a form, bytes and a blob without a 5xx', async () => {
    const form = new FormData()
    form.set('searchKeyword', 'Vaduz')
    const bodies = ['{"searchKeyword":"Vaduz"}', form, new Uint8Array([1, 2, 3]).buffer, new Blob(['{}'])]
    for (const body of bodies) {
      const { error } = await client.functions.invoke('places/autocomplete', { body })
      if (error) expect((error.context as Response).status).toBeLessThan(500)
    }
  })

  it('can be aborted', async () => {
    const stop = new AbortController()
    stop.abort()
    const { error } = await client.functions.invoke('places/autocomplete', { body: vaduz, signal: stop.signal })
    expect(error?.name).toBe('FunctionsFetchError')
    expect((await client.functions.invoke('places/autocomplete', { body: vaduz })).error).toBeNull()
  })

  it('keeps simultaneous requests apart', async () => {
    const words = ['Vaduz', 'Schaan', 'Balzers', 'Triesen', 'Eschen']
    const answers = await Promise.all(
      Array.from({ length: 40 }, async (_, n) => {
        const searchKeyword = words[n % words.length] ?? ''
        const response = await fetch(at('places/autocomplete'), {
          method: 'POST',
          headers,
          body: JSON.stringify({ searchKeyword })
        })
        return { searchKeyword, status: response.status, body: await response.text() }
      })
    )
    for (const { searchKeyword, status, body } of answers) {
      // The rate limit may refuse some of the calls.
      expect([200, 429]).toContain(status)
      if (status === 200) expect(body).toContain(searchKeyword)
    }
    expect(answers.some(({ status }) => status === 200)).toBe(true)
  })
})

describe('the platform', () => {
  it('serves no other functions, and no files beside them', async () => {
    for (const path of [
      'nowhere',
      '_shared',
      '_shared/kernel/env.ts',
      '.env',
      '..%2f..%2fpackage.json',
      'places%2findex.ts'
    ]) {
      const response = await fetch(at(path), { headers })
      expect(response.status, path).toBe(404)
      expect(await response.text()).not.toMatch(/import|SUPABASE_|"dependencies"/)
    }
    const { error } = await client.functions.invoke('nowhere', { body: {} })
    expect(error?.context?.status).toBe(404)
  })

  it('allows requests from pages of other origins', async () => {
    const asked = await fetch(at('places/autocomplete'), {
      method: 'OPTIONS',
      headers: {
        origin: 'https://app.example.com',
        'access-control-request-method': 'POST',
        'access-control-request-headers': 'authorization,apikey,content-type,x-client-info'
      }
    })
    expect(asked.ok).toBe(true)
    expect(asked.headers.get('access-control-allow-origin')).toBe('*')
    for (const name of ['authorization', 'apikey', 'content-type', 'x-client-info']) {
      expect(asked.headers.get('access-control-allow-headers')?.toLowerCase()).toContain(name)
    }
    const answer = await fetch(at('places/autocomplete'), {
      method: 'POST',
      headers: { ...headers, origin: 'https://app.example.com' },
      body: JSON.stringify(vaduz)
    })
    expect(answer.headers.get('access-control-allow-origin')).toBe('*')
  })

  it('passes other methods, broken bodies and missing bodies on to the function', async () => {
    const attempts: RequestInit[] = [
      { method: 'GET' },
      { method: 'DELETE' },
      { method: 'POST', body: '{' },
      { method: 'POST' }
    ]
    for (const init of attempts) {
      const response = await fetch(at('places/autocomplete'), { headers, ...init })
      expect(response.status).toBeGreaterThanOrEqual(400)
      expect(response.status).toBeLessThan(500)
      expect(await response.json()).toMatchObject({ code: expect.any(String) })
    }
  })

  it('refuses a malformed token', async () => {
    const response = await fetch(at('routes/estimate'), {
      method: 'POST',
      headers: { ...headers, authorization: 'Bearer a.b.c' },
      body: '{}'
    })
    expect(response.status).toBeGreaterThanOrEqual(400)
    expect(response.status).toBeLessThan(500)
  })
})
