import { afterAll, beforeAll, expect, it } from 'vitest'
import { service } from '../../support/people.ts'
import { isEmbedded, stackUnderTest } from '../../support/worker.ts'

const env = stackUnderTest()
const address = (query: string) => `${env.SUPABASE_URL}/rest/v1/rpc/active_texts?${query}`
const ask = (query: string, headers: Record<string, string> = {}) =>
  fetch(address(query), { headers: { apikey: env.SUPABASE_PUBLISHABLE_KEY, ...headers } })

const say = (locale: string, texts: Record<string, string>) =>
  service(env).from('languages').update({ key_value_pairs: texts }).eq('lang_locale', locale).throwOnError()

beforeAll(async () => {
  await say('de', { 'common.save': '<b>Sichern</b>' })
})
afterAll(async () => {
  await Promise.all(['de', 'en'].map((locale) => say(locale, {})))
})

it('a page gets the texts of its language with an ETag, and an empty 304 while nothing changes', async () => {
  const first = await ask('locale=de')
  expect(first.status).toBe(200)
  expect(await first.json()).toMatchObject({ texts: { 'common.save': '<b>Sichern</b>' }, default_texts: {} })
  expect(first.headers.get('cache-control')).toBe('no-cache')
  expect(first.headers.get('content-type')).toContain('application/json')
  const tag = first.headers.get('etag') ?? ''
  expect(tag).toMatch(/^"[0-9a-f]{32}"$/)
  for (const known of [tag, `W/${tag}`]) {
    const again = await ask('locale=de', { 'if-none-match': known })
    expect([again.status, again.headers.get('etag'), await again.text()]).toEqual([304, tag, ''])
  }
})

it('a changed text invalidates the old ETag', async () => {
  const tag = (await ask('locale=de')).headers.get('etag') ?? ''
  await say('de', { 'common.save': 'Behalten' })
  const changed = await ask('locale=de', { 'if-none-match': tag })
  expect([changed.status, (await changed.json()).texts]).toEqual([200, { 'common.save': 'Behalten' }])
})

it('the default texts come only with with_default', async () => {
  const { languages, default_texts: none } = await (await ask('locale=de')).json()
  expect(languages[0]).toEqual({ locale: 'en', name: 'English', date_locale: 'en-GB' })
  expect(none).toEqual({})
  await say('en', { 'common.save': 'Keep' })
  const answer = await (await ask('locale=fa&with_default=true')).json()
  expect(answer).toMatchObject({ texts: {}, default_texts: { 'common.save': 'Keep' } })
})

it('headers and arguments of every kind get a response without a 5xx', async () => {
  for (const known of ['*', '', '"', `"${'x'.repeat(4000)}"`]) {
    expect((await ask('locale=de', { 'if-none-match': known })).status, known.slice(0, 9)).toBe(200)
  }
  expect((await ask(`locale=${encodeURIComponent("'; drop table x; --")}`)).status).toBe(200)
  expect((await ask('locale=de&with_default=perhaps')).status).toBe(400)
})

it.runIf(isEmbedded)('a header that is not UTF-8 is an ETag like any other', async () => {
  expect((await ask('locale=de', { 'if-none-match': '"\u00ff"' })).status).toBe(200)
})
