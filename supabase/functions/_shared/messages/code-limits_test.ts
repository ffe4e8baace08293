import { assertEquals, assertRejects } from '@std/assert'
import { Refused } from './auth-hook.ts'
import { createAdmitCode, createServed, servedBy } from './code-limits.ts'

const asked: unknown[] = []
let answer: string | null = null
const database = {
  rpc: <Result>(name: string, args: Record<string, unknown>): Promise<Result> => {
    asked.push([name, args])
    return Promise.resolve(answer as Result)
  },
}
const admitIn = (country: string, list: string) =>
  createAdmitCode(database, () => Promise.resolve(servedBy(country, list)))

/** What becomes of a code: 'sent', or the key of the refusal. */
const fate = async (country: string, list: string, phone: string): Promise<string> => {
  try {
    await admitIn(country, list)(phone, 1)
    return 'sent'
  } catch (error) {
    if (error instanceof Refused) return error.message
    throw error
  }
}

for (
  const [what, country, list, phone, expected] of [
    ['the firm’s country', 'LI', '', '+4235550101', 'sent'],
    ['a neighbour', 'LI', '', '+41790123456', 'sent'],
    ['no neighbour', 'LI', '', '+4915112345678', 'country_not_served'],
    ['an island without neighbours', 'MT', '', '+393331234567', 'country_not_served'],
    ['an island itself', 'MT', '', '+35679001234', 'sent'],
    ['a country of the list', 'MT', 'MT IT', '+393331234567', 'sent'],
    ['the firm’s country that is missing in the list', 'MT', 'IT', '+35679001234', 'country_not_served'],
    ['all countries', 'MT', '*', '+8801712345678', 'sent'],
    ['a satellite', 'FR', '', '+870773111632', 'country_not_served'],
    ['a satellite where all countries are served', 'FR', '*', '+870773111632', 'sent'],
    ['an island of the Caribbean for a firm in the United States', 'US', '', '+18765551234', 'country_not_served'],
    ['Canada for a firm in the United States', 'US', '', '+16045551234', 'sent'],
    ['a territory with the country code of the firm', 'GB', '', '+447797712345', 'sent'],
    ['an overseas department for a firm there', 'RE', '', '+262692123456', 'sent'],
  ] as const
) {
  Deno.test(`a code for ${what}: ${expected}`, async () => assertEquals(await fate(country, list, phone), expected))
}

Deno.test('what the database refuses is refused with its key, and a country that is not served is not counted', async () => {
  answer = 'no_texts_left'
  asked.length = 0
  assertEquals(await fate('LI', '', '+4235550101'), 'no_texts_left')
  assertEquals(asked, [['admit_code', { phone: '+4235550101', parts: 1 }]])
  assertEquals(await fate('LI', '', '+870773111632'), 'country_not_served')
  assertEquals(asked.length, 1)
  answer = null
  await assertRejects(() => admitIn('LI', '')('+870773111632', 1), Refused, 'country_not_served')
})

Deno.test('no code is sent, and none counted, while the database does not say which countries are served', async () => {
  asked.length = 0
  const { error } = console
  console.error = () => {}
  try {
    const fetcher = () => Promise.resolve(new Response('{}', { status: 503 }))
    const admit = createAdmitCode(database, createServed({ supabaseUrl: 'http://db.test', secretKey: 'k' }, { fetcher }))
    await assertRejects(() => admit('+4235550101', 1), Refused, 'code_not_sent')
  } finally {
    console.error = error
  }
  assertEquals(asked, [])
})

Deno.test('sms_countries: off, without a list a neighbour gets codes', async () =>
  assertEquals(await fate('LI', '', '+41790123456'), 'sent'))
Deno.test('sms_countries: on, with a list only its countries get codes', async () =>
  assertEquals(await fate('LI', 'LI DE', '+41790123456'), 'country_not_served'))
