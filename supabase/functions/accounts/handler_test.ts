import { assertEquals } from '@std/assert'
import type { Database } from '../_shared/kernel/database.ts'
import { HttpError } from '../_shared/kernel/errors.ts'
import { callBy, databaseOf, type Person, signedInAs } from '../_shared/kernel/testing/doubles.ts'
import { createCallService } from '../_shared/kernel/call-service.ts'
import { createMakeCode, createMakeUser, type NewUser } from './auth-server.ts'
import { accountsContract } from './contract.ts'
import { createAccountsHandler } from './handler.ts'
import { createSignUpload } from './storage-server.ts'

const uid = '3f2b8c1e-5d0a-4c65-9d7e-0a1b2c3d4e5f'
const client_key = '0d2b8c1e-5d0a-4c65-9d7e-0a1b2c3d4e5f'
const rider = { action: 'create', client_key, usertype: 'rider', last_name: 'Ospelt', mobile: '+423 790 00 01' }
const planned = { id: uid, made: false, user: { id: uid, phone: '+4237900001' } }

interface Setup {
  person?: Person
  /** Results of the caller's database by function name; each call takes the next result of a list. */
  answers?: Record<string, unknown>
  makes?: boolean
  /** Null if the auth server makes no code. */
  code?: null
  takeLimit?: () => void
}

function setUp({ person = 'admin', answers = {}, makes = true, code, takeLimit = () => {} }: Setup) {
  const made: NewUser[] = []
  const database = databaseOf({
    validate_referrer: true,
    sign_up: uid,
    application_upload: `${uid}/license-1`,
    ...answers,
  })
  const asked: [string, Record<string, unknown>][] = []
  const asPerson: Database = {
    rpc: <Result>(name: string, args: Record<string, unknown>) => {
      asked.push([name, args])
      const answer = answers[name]
      const next = Array.isArray(answer) ? answer.shift() : answer
      return next instanceof Error ? Promise.reject(next) : Promise.resolve(next as Result)
    },
  }
  const handler = createAccountsHandler({
    authenticate: signedInAs(person),
    takeLimit,
    database,
    databaseAs: () => asPerson,
    makeUser: (user) => {
      made.push(user)
      return Promise.resolve(makes)
    },
    changeUser: (id, fields) => {
      made.push({ ...fields, id })
      return Promise.resolve(makes)
    },
    makeCode: (email) => Promise.resolve(code === null ? null : `code of ${email}`),
    signUpload: (path) => Promise.resolve(`for ${path}`),
    homeCountry: () => Promise.resolve('LI'),
  })
  return { call: callBy('accounts', accountsContract, handler), made, asked, database }
}

const taken = new HttpError(409, 'user_exists', 'taken')

Deno.test('an account is created as the database permits and specifies', async () => {
  const { call, made, asked } = setUp({ answers: { plan_account: planned } })
  assertEquals(await call('users', { ...rider, wallet_balance: 9 }), { status: 200, body: { uid } })
  assertEquals(made, [planned.user])
  const { action: _, client_key: __, ...facts } = rider
  assertEquals(asked, [['plan_account', { facts: { ...facts, mobile: '+4237900001' }, client_key }]])
})

Deno.test('numbers are read as people write them, for every client', async () => {
  for (const mobile of ['790 00 01', '00423 790 00 01', '٧٩٠٠٠٠١', 'tel:+423-790-00-01', '+423 790 00 01 ext. 3']) {
    const { call, asked, database } = setUp({ answers: { plan_account: planned, check_user_exists: { users: [] } } })
    await call('users', { ...rider, mobile })
    await call('exists', { mobile })
    await call('signup', { regData: { usertype: 'rider', first_name: 'A', last_name: 'B', mobile } })
    const said = [asked[0]?.[1]['facts'], asked[1]?.[1], database.calls[0]?.[1]['facts']] as { mobile: string }[]
    assertEquals(said.map((facts) => facts.mobile), Array(3).fill('+4237900001'))
  }
  const { call, asked } = setUp({ answers: { check_user_exists: { users: [] } } })
  await call('exists', { mobile: '12' })
  assertEquals(asked, [['check_user_exists', { mobile: '12' }]])
})

Deno.test('no account is created if it exists already, or the database refuses', async () => {
  const again = setUp({ answers: { plan_account: { id: uid, made: true } } })
  assertEquals(await again.call('users', rider), { status: 200, body: { uid } })
  const refused = setUp({ answers: { plan_account: taken } })
  assertEquals((await refused.call('users', rider)).body['code'], 'user_exists')
  assertEquals([...again.made, ...refused.made], [])
})

Deno.test('the database is asked again if the auth server created nothing', async () => {
  const slow = setUp({ makes: false, answers: { plan_account: [planned, taken] } })
  assertEquals((await slow.call('users', rider)).body['code'], 'user_exists')
  const lost = setUp({ makes: false, answers: { plan_account: [planned, { id: uid, made: true }] } })
  assertEquals(await lost.call('users', rider), { status: 200, body: { uid } })
  const down = setUp({ makes: false, answers: { plan_account: [planned, planned] } })
  assertEquals((await down.call('users', rider)).body['code'], 'server_busy')
})

Deno.test('approving, suspending and deleting run as the caller', async () => {
  const { call, asked } = setUp({})
  for (const [action, more] of [['enable', {}], ['disable', { reason: 'Lost the licence' }], ['delete', {}]] as const) {
    assertEquals(await call('users', { action, uid, ...more }), { status: 200, body: { uid } })
  }
  assertEquals(asked, [
    ['set_approved', { user_id: uid, approved: true, reason: null }],
    ['set_approved', { user_id: uid, approved: false, reason: 'Lost the licence' }],
    ['delete_person', { user_id: uid }],
  ])
})

Deno.test('an e-mail address is changed as the database permits, and tried again if the auth server did not answer', async () => {
  const email = { action: 'email', uid, email: 'Anna@example.com' }
  const plan = { id: uid, made: false, user: { email: 'anna@example.com', email_confirm: true } }
  const done = setUp({ answers: { plan_email: plan } })
  assertEquals(await done.call('users', email), { status: 200, body: { uid } })
  assertEquals(done.asked, [['plan_email', { user_id: uid, email: 'Anna@example.com' }]])
  assertEquals(done.made, [{ id: uid, email: 'anna@example.com', email_confirm: true }])
  const same = setUp({ answers: { plan_email: { id: uid, made: true } } })
  assertEquals((await same.call('users', email)).status, 200)
  const refused = setUp({ answers: { plan_email: taken } })
  assertEquals((await refused.call('users', email)).body['code'], 'user_exists')
  assertEquals([...same.made, ...refused.made], [])
  const lost = setUp({ makes: false, answers: { plan_email: [plan, { id: uid, made: true }] } })
  assertEquals((await lost.call('users', email)).status, 200)
  const down = setUp({ makes: false, answers: { plan_email: [plan, plan] } })
  assertEquals((await down.call('users', email)).body['code'], 'server_busy')
})

Deno.test('an import makes the accounts that the database plans, and reports those that were not made', async () => {
  const state = {
    ...{
      id: uid,
      kind: 'drivers',
      name: 'drivers.csv',
      created_at: '2026-11-30T08:00:00Z',
      by_name: 'Ann',
      is_own: true,
    },
    ...{ began_at: null, undone_at: null, total: 2, waiting: 0, fresh: 2, changed: 0, same: 0, wrong: 0, done: 0 },
    ...{ undone: 0, kept: 0 },
  }
  const done = { ...state, fresh: 0, done: 2 }
  const users = [{ nr: 2, user: { id: uid } }, { nr: 3, user: { id: client_key } }]
  const plans = [{ users, import: state }, { users: [], import: done }]
  const all = setUp({ answers: { plan_import_accounts: [...plans] } })
  assertEquals(await all.call('import', { import_id: uid }), { status: 200, body: done })
  assertEquals(all.made, users.map(({ user }) => user))
  assertEquals(all.asked[1], ['plan_import_accounts', { import_id: uid, failed: [], most: 2 }])
  const none = setUp({ makes: false, answers: { plan_import_accounts: [...plans] } })
  await none.call('import', { import_id: uid })
  assertEquals(none.asked[1], ['plan_import_accounts', { import_id: uid, failed: [2, 3], most: 2 }])
  const idle = setUp({ answers: { plan_import_accounts: { users: [], import: done } } })
  assertEquals(await idle.call('import', { import_id: uid }), { status: 200, body: done })
  assertEquals(idle.asked.length, 1)
  const other = setUp({ answers: { plan_import_accounts: new HttpError(404, 'import_not_found', 'no') } })
  assertEquals((await other.call('import', { import_id: uid })).body['code'], 'import_not_found')
  assertEquals((await setUp({ person: 'visitor' }).call('import', { import_id: uid })).body['code'], 'must_login')
  assertEquals((await other.call('import', { import_id: '*' })).body['code'], 'invalid_request')
})

Deno.test('visitors and invalid requests are refused', async () => {
  const visitor = setUp({ person: 'visitor' })
  for (const path of ['users', 'exists']) assertEquals((await visitor.call(path, rider)).body['code'], 'must_login')
  const { call, asked } = setUp({})
  const cases = [
    {},
    { ...rider, action: 'promote' },
    { ...rider, client_key: 'mine' },
    { ...rider, usertype: ['admin'] },
    { ...rider, first_name: 'x'.repeat(81) },
    { ...rider, approved: 'yes' },
    { action: 'delete', uid: '*' },
    { action: 'email', uid },
    { action: 'email', uid, email: 'x'.repeat(255) },
  ]
  for (const body of cases) assertEquals((await call('users', body)).body['code'], 'invalid_request')
  assertEquals((await call('exists', { email: {} })).body['code'], 'invalid_request')
  assertEquals(asked, [])
})

// Spec 7.8
Deno.test('a referral check only says whether the code is valid, and is rate limited', async () => {
  assertEquals(await setUp({ person: 'visitor' }).call('referrer', { referralId: 'ABCDE' }), {
    status: 200,
    body: { valid: true },
  })
  const busy = setUp({
    person: 'visitor',
    takeLimit: () => {
      throw new HttpError(429, 'too_many_requests', 'no')
    },
  })
  assertEquals((await busy.call('referrer', { referralId: 'ABCDE' })).status, 429)
})

Deno.test('a sign-up form is accepted field by field', async () => {
  const { call, database } = setUp({ person: 'visitor' })
  const regData = { usertype: 'driver', first_name: 'Ida', last_name: 'Lang', email: 'ida@example.com' }
  const more = { approved: true, fleet_id: uid, staff_role: 'owner', wallet_balance: 9 }
  assertEquals(await call('signup', { regData: { ...regData, ...more, referralId: 'ABCDE', vehicle_make: 'VW' } }), {
    status: 200,
    body: { uid },
  })
  assertEquals(database.calls, [['sign_up', { facts: { ...regData, vehicle_make: 'VW', referral_id: 'ABCDE' } }]])
  for (const bad of [undefined, [], { ...regData, usertype: 'admin' }, { ...regData, email: { $ne: null } }]) {
    assertEquals((await call('signup', { regData: bad })).body['code'], 'invalid_request')
  }
})

Deno.test('the auth server’s response: created, or unknown', async () => {
  const quiet = console.error
  console.error = () => {}
  try {
    const settings = { supabaseUrl: 'http://127.0.0.1:1', secretKey: 'sb_secret_x' }
    const authorizations = new Set<string | null>()
    const answering = (answer: () => Promise<Response>) =>
      createMakeUser(createCallService(settings, (_, init) => {
        authorizations.add(new Headers(init?.headers).get('authorization'))
        return answer()
      }))({ id: uid })
    assertEquals(await answering(() => Promise.resolve(Response.json({ id: uid }))), true)
    assertEquals(
      await answering(() => Promise.resolve(Response.json({ error_code: 'phone_exists' }, { status: 422 }))),
      false,
    )
    assertEquals(await answering(() => Promise.reject(new TypeError('down'))), false)
    assertEquals([...authorizations], ['Bearer sb_secret_x'])
  } finally {
    console.error = quiet
  }
})

Deno.test('an applicant gets an upload address for a paper: by the form’s id, rate limited, and for a kind of paper', async () => {
  const { call, database } = setUp({ person: 'visitor' })
  const asked = { uid, kind: 'license' as const }
  assertEquals(await call('papers', asked), {
    status: 200,
    body: { path: `${uid}/license-1`, token: `for ${uid}/license-1` },
  })
  assertEquals(database.calls, [['application_upload', { sign_up_id: uid, kind: 'license' }]])
  for (const bad of [{ ...asked, kind: 'profileImage' }, { ...asked, uid: 'x' }]) {
    assertEquals((await call('papers', bad)).body['code'], 'invalid_request')
  }
  const limited = setUp({
    person: 'visitor',
    takeLimit: () => {
      throw new HttpError(429, 'too_many_requests', 'wait')
    },
  })
  assertEquals((await limited.call('papers', asked)).body['code'], 'too_many_requests')
})

Deno.test('the upload address is signed by the storage, whose refusal is reported as busy', async () => {
  const environment = { supabaseUrl: 'http://api.test', secretKey: 'sb_secret_x' }
  const seen: [string, string | null][] = []
  const answers = [
    Response.json({ url: '/object/upload/sign/users/a/license-1?token=abc', token: 'abc' }),
    Response.json({ error: 'x' }, { status: 500 }),
  ]
  const signer = createCallService(environment, (url, init) => {
    seen.push([String(url), new Headers(init?.headers).get('x-upsert')])
    return Promise.resolve(answers.shift() ?? Response.error())
  })
  const sign = createSignUpload(signer)
  assertEquals(await sign('a/license-1'), 'abc')
  assertEquals(seen, [['http://api.test/storage/v1/object/upload/sign/users/a/license-1', null]])
  assertEquals(await sign('a/license-1').catch((error) => error.code ?? error.key), 'server_busy')
})

const setupKey = 'V9ytjmNPeO3D_VXXgqO0lVHUpVqTcL3wfGPPJwEjPxk'
const key_hash = '6a532a5e61b9141e75c6519e0dc2dea07feb8fa0bab32ce6d3d351c07ebea461'
const owner = { id: uid, email: 'ann@taxi.example', app_metadata: { usertype: 'admin', staff_role: 'owner' } }

Deno.test('the one-time link makes the owner’s account, and answers the code that no message brings', async () => {
  const { call, made, database } = setUp({
    person: 'visitor',
    answers: { plan_setup: { id: uid, made: false, user: owner } },
  })
  assertEquals(await call('setup', { key: setupKey, email: 'Ann@taxi.example', client_key }), {
    status: 200,
    body: { email: 'ann@taxi.example', code: 'code of ann@taxi.example' },
  })
  assertEquals(made, [owner])
  assertEquals(database.calls, [
    ['plan_setup', { key_hash, email: 'Ann@taxi.example', client_key }],
    ['finish_setup', { key_hash }],
  ])
  const again = setUp({ person: 'visitor', answers: { plan_setup: { id: uid, made: true, user: owner } } })
  assertEquals((await again.call('setup', { key: setupKey, email: 'ann@taxi.example' })).status, 200)
  assertEquals(again.made, [])
})

Deno.test('the one-time link answers no code if the auth server fails', async () => {
  const answers = { plan_setup: { id: uid, made: false, user: owner } }
  const asked = { key: setupKey, email: 'ann@taxi.example' }
  const quiet = console.error
  console.error = () => {}
  try {
    const down = setUp({ person: 'visitor', makes: false, answers })
    assertEquals((await down.call('setup', asked)).body['code'], 'server_busy')
    const mute = setUp({ person: 'visitor', code: null, answers })
    assertEquals((await mute.call('setup', asked)).body['code'], 'server_busy')
    for (const { database } of [down, mute]) {
      assertEquals(database.calls.filter(([name]) => name === 'finish_setup'), [])
    }
    const environment = { supabaseUrl: 'http://api.test', secretKey: 'sb_secret_x' }
    const answering = (answer: () => Promise<Response>) =>
      createMakeCode(createCallService(environment, answer))('ann@taxi.example')
    assertEquals(await answering(() => Promise.resolve(Response.json({ email_otp: '12345678' }))), '12345678')
    assertEquals(await answering(() => Promise.resolve(Response.json({ email_otp: '' }))), null)
    assertEquals(await answering(() => Promise.resolve(Response.json({ email_otp: '1' }, { status: 500 }))), null)
    assertEquals(await answering(() => Promise.resolve(new Response('no'))), null)
    assertEquals(await answering(() => Promise.reject(new TypeError('down'))), null)
  } finally {
    console.error = quiet
  }
})

Deno.test('tries of one-time links are limited for each network, and need key and address', async () => {
  const busy = setUp({
    person: 'visitor',
    takeLimit: () => {
      throw new HttpError(429, 'too_many_requests', 'no')
    },
  })
  const asked = { key: setupKey, email: 'ann@taxi.example' }
  assertEquals((await busy.call('setup', asked)).status, 429)
  assertEquals(busy.database.calls, [])
  const { call, database } = setUp({ person: 'visitor' })
  for (
    const bad of [{}, { ...asked, key: 1 }, { ...asked, key: 'x'.repeat(201) }, { ...asked, email: null }, {
      ...asked,
      client_key: 'x',
    }]
  ) {
    assertEquals((await call('setup', bad)).body['code'], 'invalid_request')
  }
  assertEquals(database.calls, [])
})
