import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Person, service, signIn } from '../support/people.ts'
import { unwrap } from '../support/responses.ts'
import { makeDriver } from '../support/staff.ts'
import { stackUnderTest } from '../support/worker.ts'

const env = stackUnderTest()
const keyOf = ({ error }: { error: { message: string } | null }): string => error?.message ?? 'allowed'
let first: Person
let second: Person
let accomplice: Person

const limit = async (values: { credit_limit: number | null; payout_limit: number | null }): Promise<void> => {
  const { error } = await service(env).from('settings').update(values).eq('id', 1)
  if (error) throw error
}
const credit = (admin: Person, amount: number) =>
  admin.client.rpc('add_to_wallet', { user_id: accomplice.id, amount, client_key: randomUUID() })

beforeAll(async () => {
  ;[first, second] = await Promise.all([signIn(env, 'admin3@hackney.test'), signIn(env, 'admin4@hackney.test')])
  accomplice = await makeDriver(env, first, { last_name: 'Accomplice' })
  const bank = { bank_name: 'LLB', bank_code: '', bank_account: 'LI21 0881 0000 2324 013A A' }
  unwrap(await accomplice.client.rpc('set_bank_details', bank))
})
afterAll(() => limit({ credit_limit: null, payout_limit: null }))

it('limits stop one admin at their amounts, and larger ones record two admins', async () => {
  await limit({ credit_limit: 100, payout_limit: 100 })
  expect(keyOf(await credit(first, 999_999))).toBe('needs_approval')
  const small = await Promise.all(Array.from({ length: 20 }, () => credit(first, 30)))
  expect(small.filter(({ error }) => !error)).toHaveLength(3)

  const target = { kind: 'credit', target_id: accomplice.id, amount: 5000 }
  const asked = unwrap(await first.client.rpc('request_approval', target))
  expect(keyOf(await first.client.rpc('approve', { id: asked.id }))).toBe('second_person_needed')
  const answers = await Promise.all([1, 2, 3].map(() => second.client.rpc('approve', { id: asked.id })))
  expect(answers.map(keyOf)).toEqual(['allowed', 'allowed', 'allowed'])
  const { data } = await accomplice.client.from('profiles').select('wallet_balance').eq('id', accomplice.id).single()
  expect(data?.wallet_balance).toBe(5090)

  const withdrawal = unwrap(await accomplice.client.rpc('request_withdrawal', { amount: 5000 }))
  expect(keyOf(await first.client.rpc('complete_withdrawal', { id: withdrawal.id }))).toBe('needs_approval')
  const payout = unwrap(await first.client.rpc('request_approval', { kind: 'payout', target_id: withdrawal.id }))
  expect(unwrap(await second.client.rpc('approve', { id: payout.id })).decided_by).toBe(second.id)
  const trace = unwrap(
    await second.client.from('approvals').select('requested_by, decided_by').eq('user_id', accomplice.id)
  )
  expect(trace).toEqual([1, 2].map(() => ({ requested_by: first.id, decided_by: second.id })))
})

it('an admin reads bank details only through calls that are logged, and conversations not at all through tables', async () => {
  expect(unwrap(await first.client.from('bank_details').select())).toEqual([])
  expect(unwrap(await first.client.from('chat_messages').select())).toEqual([])
  expect(unwrap(await first.client.rpc('read_bank_details', { user_id: accomplice.id })).rows).toHaveLength(1)
  const log = unwrap(
    await second.client.from('access_log').select('actor_id, what, row_count').eq('subject_id', accomplice.id)
  )
  expect(log).toEqual([{ actor_id: first.id, what: 'bank_details', row_count: 1 }])
  expect(keyOf(await accomplice.client.rpc('read_bank_details', { user_id: accomplice.id }))).toBe('not_allowed')
})

it('new bank details make withdrawals wait, and their owner is notified', async () => {
  const bank = { bank_name: 'Other', bank_code: '', bank_account: 'LI48 0000 MALLORY' }
  unwrap(await accomplice.client.rpc('set_bank_details', bank))
  expect(keyOf(await accomplice.client.rpc('request_withdrawal', { amount: 1 }))).toBe('payout_waits')
  await expect
    .poll(
      async () => {
        const { messages } = (await (await fetch(`${env.INBOX_URL}/api/v1/messages`)).json()) as {
          messages: { To: { Address: string }[]; Subject: string }[]
        }
        return messages.some(
          ({ To, Subject }) => To.some(({ Address }) => Address === accomplice.email) && /bank details/.test(Subject)
        )
      },
      { timeout: 15_000 }
    )
    .toBe(true)
})

it('an admin who exports people needs a second admin above export_limit', async () => {
  const list = () => first.client.rpc('list_people', { page_size: 2 })
  const allow = (rows: number | null) =>
    service(env).from('settings').update({ export_limit: rows }).eq('id', 1).select()
  expect(unwrap(await list()).rows).toHaveLength(2)
  unwrap(await first.client.rpc('list_bookings', { statuses: ['COMPLETE'] }))
  const misses = async () => {
    const lines = unwrap(await service(env).from('access_log').select('misses').eq('actor_id', first.id))
    return lines.reduce((sum, line) => sum + line.misses, 0)
  }
  const before = await misses()
  unwrap(await allow(1))
  try {
    expect(keyOf(await list())).toBe('needs_approval')
    expect(keyOf(await first.client.rpc('list_people', { search: 'nobody at all' }))).toBe('needs_approval')
    expect((await misses()) - before).toBe(2)
    expect(unwrap(await first.client.from('profiles').select('id'))).toEqual([{ id: first.id }])
  } finally {
    unwrap(await allow(null))
  }
})
