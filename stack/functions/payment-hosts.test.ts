import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { expect, it } from 'vitest'
import { paymentHosts } from './payment-hosts.ts'

it('the payments function can reach the enabled providers, and no other hosts', async () => {
  const root = await mkdtemp(join(tmpdir(), 'hackney-hosts-'))
  const folder = join(root, 'supabase/functions/payments/providers')
  await mkdir(folder, { recursive: true })
  const both = {
    one: { variables: ['ONE_KEY', 'ONE_SECRET'], hosts: ['api.one.example', 'sandbox.one.example'] },
    other: { variables: ['OTHER_KEY'], hosts: ['api.other.example'] }
  }
  await writeFile(join(folder, 'catalogue.json'), JSON.stringify(both))
  expect(paymentHosts(root, {})).toEqual([])
  expect(paymentHosts(root, { ONE_KEY: 'a', OTHER_KEY: ' ' })).toEqual([])
  expect(paymentHosts(root, { ONE_KEY: 'a', ONE_SECRET: 'b' })).toEqual(['api.one.example', 'sandbox.one.example'])
  await rm(root, { recursive: true })
})

it('the host list has the real providers’ hosts, and none in a project without payments', () => {
  expect(paymentHosts(resolve(import.meta.dirname, '../..'), { TEST_PAYMENTS_SECRET: 'a' })).toEqual([])
  expect(paymentHosts(tmpdir(), { TEST_PAYMENTS_SECRET: 'a' })).toEqual([])
})
