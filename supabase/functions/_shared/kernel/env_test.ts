import { assertEquals, assertThrows } from '@std/assert'
import { readEnvironment } from './env.ts'

const reader = (values: Record<string, string>) => readEnvironment((name) => values[name])

Deno.test('the keys of hosted projects are read, the default first', () => {
  const environment = reader({
    SUPABASE_URL: 'http://127.0.0.1:54321/',
    SUPABASE_SECRET_KEYS: '{"other":"sb_secret_2","default":"sb_secret_1"}',
    SUPABASE_PUBLISHABLE_KEYS: '{"default":"sb_publishable_1"}',
    SUPABASE_ANON_KEY: 'old',
  })
  assertEquals(environment.supabaseUrl, 'http://127.0.0.1:54321')
  assertEquals(environment.secretKey, 'sb_secret_1')
  assertEquals(environment.publishableKeys, ['sb_publishable_1', 'old'])
  assertEquals(environment.clientAddressHeader, undefined)
})

Deno.test('a missing environment variable is named', () => {
  assertThrows(() => reader({}), Error, 'SUPABASE_URL')
  assertThrows(() => reader({ SUPABASE_URL: 'http://x' }), Error, 'SUPABASE_SECRET_KEYS')
})
