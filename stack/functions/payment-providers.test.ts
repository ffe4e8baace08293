import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { paymentHosts, paymentOrigins, paymentOriginsOf } from './payment-providers.ts'

const none = { form: [], script: [], frame: [], connect: [] }
const real = resolve(import.meta.dirname, '../..')
let root: string

beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'hackney-providers-'))
  const folder = join(root, 'supabase/functions/payments/providers')
  await mkdir(folder, { recursive: true })
  const both = {
    one: {
      variables: ['ONE_KEY', 'ONE_SECRET'],
      hosts: ['api.one.example', 'sandbox.one.example'],
      origins: { form: ['https://pay.one.example'] }
    },
    other: {
      variables: ['OTHER_KEY'],
      hosts: ['api.other.example'],
      origins: { script: ['https://js.other.example'], frame: ['https://*.other.example'] }
    }
  }
  await writeFile(join(folder, 'catalogue.json'), JSON.stringify(both))
})
afterAll(() => rm(root, { recursive: true }))

it('lets the payments function reach the providers that are on, and no others', () => {
  expect(paymentHosts(root, {})).toEqual([])
  expect(paymentHosts(root, { ONE_KEY: 'a', OTHER_KEY: ' ' })).toEqual([])
  expect(paymentHosts(root, { ONE_KEY: 'a', ONE_SECRET: 'b' })).toEqual(['api.one.example', 'sandbox.one.example'])
})

it('lets the page load what the providers that are on need, and nothing else', () => {
  expect(paymentOrigins(root, { ONE_KEY: 'a' })).toEqual(none)
  expect(paymentOrigins(root, { OTHER_KEY: 'a' })).toEqual({
    ...none,
    script: ['https://js.other.example'],
    frame: ['https://*.other.example']
  })
})

it('finds providers by their names, and says which there are', () => {
  expect(paymentOriginsOf(root, '')).toEqual(none)
  expect(paymentOriginsOf(root, ' one ,').form).toEqual(['https://pay.one.example'])
  expect(() => paymentOriginsOf(root, 'one,third')).toThrow('third is none of one, other')
})

it('knows the real providers, of which the test provider needs nothing', () => {
  const env = { TEST_PAYMENTS_SECRET: 'a' }
  expect([paymentHosts(real, env), paymentOrigins(real, env)]).toEqual([[], none])
  expect(paymentOriginsOf(real, 'stripe').form).toEqual(['https://checkout.stripe.com'])
  expect(paymentHosts(tmpdir(), env)).toEqual([])
})
