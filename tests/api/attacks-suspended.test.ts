import { randomUUID } from 'node:crypto'
import { beforeAll, expect, it } from 'vitest'
import { type Person, requestCode, signIn, visitor } from '../support/people.ts'
import { pictureOf } from '../support/picture.ts'
import { unwrap } from '../support/responses.ts'
import { stackUnderTest } from '../support/worker.ts'

const env = stackUnderTest()
const keyOf = ({ error }: { error: { message: string } | null }): string => error?.message ?? 'allowed'
let admin: Person
let person: Person

beforeAll(async () => {
  admin = await signIn(env, 'admin@hackney.test')
  person = await signIn(env, `suspended-${randomUUID().slice(0, 8)}@example.com`)
  unwrap(
    await person.client.rpc('save_address', { label: 'home', description: 'Vaduz, Post', lat: 47.141, lng: 9.5209 })
  )
  unwrap(await admin.client.rpc('set_approved', { user_id: person.id, approved: false, reason: 'Fraud' }))
})

it('a suspended person with a valid token changes nothing', async () => {
  const { client, id } = person
  const attempts = {
    profile: client.rpc('update_profile', { first_name: 'Mallory' }),
    bank: client.rpc('set_bank_details', { bank_name: 'LLB', bank_code: '', bank_account: 'LI21 0000' }),
    money: client.rpc('request_withdrawal', { amount: 1 }),
    device: client.rpc('register_push_token', { token: randomUUID(), platform: 'WEB' }),
    chat: client.rpc('send_chat_message', { booking_id: randomUUID(), message: 'Hello' }),
    booking: client.rpc('create_booking', { quote_id: randomUUID(), payment_mode: 'cash' }),
    place: client.rpc('save_address', { label: 'work', description: 'Schaan', lat: 47.16, lng: 9.51 })
  }
  for (const [name, attempt] of Object.entries(attempts)) expect(keyOf(await attempt), name).toBe('account_suspended')
  expect(unwrap(await client.from('saved_addresses').delete().eq('user_id', id).select())).toEqual([])
  const picture = client.storage.from('users').upload(`${id}/profileImage`, pictureOf('face'))
  expect((await picture).error?.message).toMatch(/row-level security/)
})

it('a suspended person gets no new token, and reads why at sign-in', async () => {
  expect((await person.client.auth.refreshSession()).error).not.toBeNull()
  const again = visitor(env)
  const token = await requestCode(env, again, person.email)
  const { data, error } = await again.auth.verifyOtp({ email: person.email, token, type: 'email' })
  expect(data.session).toBeNull()
  expect(error?.message).toBe('account_suspended')
  expect(error?.status).toBe(403)
})

it('the desk approves the person again', async () => {
  unwrap(await admin.client.rpc('set_approved', { user_id: person.id, approved: true }))
  const again = await signIn(env, person.email)
  expect(unwrap(await again.client.rpc('update_profile', { first_name: 'Mia' })).first_name).toBe('Mia')
})
