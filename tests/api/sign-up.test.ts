import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { type Person, requestCode, service, signIn, visitor } from '../support/people.ts'
import { pictureOf } from '../support/picture.ts'
import { invoke, unwrap } from '../support/responses.ts'
import { stackUnderTest } from '../support/worker.ts'

const env = stackUnderTest()

interface Answer {
  uid?: string
  code?: string
}

const newForm = (more: object = {}) => ({
  usertype: 'rider',
  first_name: 'Nora',
  last_name: 'Lang',
  email: `n-${randomUUID().slice(0, 12)}@example.com`,
  ...more
})
const signUp = (regData: object) => invoke<Answer>(visitor(env), 'accounts/signup', { regData })
const keyOf = ({ error }: { error: { message: string } | null }) => error?.message ?? 'done'

/** Verifies the address by a code; a driver's licence is uploaded in the session of the code. */
async function licenceOf({ id, client }: Person): Promise<string> {
  const path = `${id}/license-${randomUUID()}`
  const { error } = await client.storage.from('users').upload(path, pictureOf('licence'), { contentType: 'image/png' })
  if (error) throw error
  return path
}

describe('signing up', () => {
  it('creates a rider from the form, once a code has verified the address', async () => {
    const { data: inviter } = await service(env)
      .from('profiles')
      .select('referral_id')
      .eq('email', 'rider2@hackney.test')
      .single()
    const form = newForm({ mobile: '+4237903344', referralId: inviter?.referral_id.toLowerCase() })
    const { status, body } = await signUp(form)
    expect(status).toBe(200)
    const person = await signIn(env, form.email)
    const profile = unwrap(await person.client.rpc('finish_sign_up', { sign_up_id: body.uid ?? '' }))
    expect(profile).toMatchObject({
      first_name: 'Nora',
      last_name: 'Lang',
      mobile: '+4237903344',
      usertype: 'rider',
      reg_type: 'registration',
      approved: true,
      signup_via_referral: inviter?.referral_id
    })
  })

  // Spec 7.8
  it('accepts a driver with a licence, who may sign in once the desk has approved', async () => {
    const form = newForm({ usertype: 'driver', vehicle_make: 'VW', vehicle_number: 'FL 4711' })
    const { uid = '' } = (await signUp(form)).body
    const person = await signIn(env, form.email)
    const license_path = await licenceOf(person)
    const finished = { sign_up_id: uid, license_path, license_expires_on: '2099-01-01' }
    expect(unwrap(await person.client.rpc('finish_sign_up', finished))).toMatchObject({
      usertype: 'driver',
      approved: false
    })
    expect((await person.client.auth.refreshSession()).error).not.toBeNull()
    const again = visitor(env)
    const token = await requestCode(env, again, form.email)
    const refused = await again.auth.verifyOtp({ email: form.email, token, type: 'email' })
    expect(refused.error?.message).toContain('require_approval')
    const admin = await signIn(env, 'admin@hackney.test')
    unwrap(await admin.client.rpc('approve_driver', { driver_id: person.id }))
    expect((await signIn(env, form.email)).id).toBe(person.id)
  })

  it('lets an applicant hand in missing papers without a session, to one new file at a time, and shows the desk’s decision', async () => {
    const form = newForm({ usertype: 'driver', vehicle_make: 'VW', vehicle_number: 'FL 4713' })
    const { uid = '' } = (await signUp(form)).body
    const person = await signIn(env, form.email)
    const license_path = await licenceOf(person)
    const licence = { license_path, license_expires_on: '2099-01-01', license_number: 'L 1' }
    unwrap(await person.client.rpc('finish_sign_up', { sign_up_id: uid, ...licence }))
    const page = visitor(env)
    const application = async () => unwrap(await page.rpc('application', { sign_up_id: uid }))
    expect(await application()).toMatchObject({
      state: 'waiting',
      car_missing: ['vehicle_model'],
      papers: [{ kind: 'license', status: 'pending', expires_on: '2099-01-01', note: null }]
    })
    const { body } = await invoke<{ path: string; token: string }>(page, 'accounts/papers', { uid, kind: 'insurance' })
    const file = pictureOf('insurance')
    const users = page.storage.from('users')
    const send = (path: string) => users.uploadToSignedUrl(path, body.token, file, { contentType: 'image/png' })
    expect((await send(license_path)).error).not.toBeNull()
    expect((await users.upload(body.path, file, { contentType: 'image/png' })).error).not.toBeNull()
    expect((await send(body.path)).error).toBeNull()
    // Neither this path nor the form's id can replace or show the picture.
    expect((await send(body.path)).error).not.toBeNull()
    expect((await users.download(body.path)).error).not.toBeNull()
    const paper = { sign_up_id: uid, kind: 'insurance', path: body.path, expires_on: '2099-01-01', number: 'P 1' }
    expect(keyOf(await page.rpc('submit_application_paper', { ...paper, sign_up_id: randomUUID() }))).toBe(
      'application_not_found'
    )
    expect(keyOf(await page.rpc('submit_application_paper', paper))).toBe('done')
    expect((await application()).papers).toMatchObject([{ kind: 'insurance' }, { kind: 'license' }])
    const admin = await signIn(env, 'admin@hackney.test')
    unwrap(await admin.client.rpc('approve_driver', { driver_id: person.id }))
    expect(await application()).toEqual({ state: 'approved', car_missing: [], papers: [] })
    const late = await invoke<Answer>(page, 'accounts/papers', { uid, kind: 'registration' })
    expect([late.status, late.body.code]).toEqual([404, 'application_not_found'])
  })

  it('responds the same whether an address has an account or not, and leaves that account unchanged', async () => {
    const before = unwrap(await service(env).from('profiles').select().eq('email', 'rider3@hackney.test').single())
    const known = await signUp(newForm({ email: 'rider3@hackney.test', first_name: 'Mallory', usertype: 'driver' }))
    const unknown = await signUp(newForm())
    const shape = ({ status, body }: typeof known) => [status, Object.keys(body)]
    expect(shape(known)).toEqual(shape(unknown))
    const after = unwrap(await service(env).from('profiles').select().eq('email', 'rider3@hackney.test').single())
    expect(after).toEqual(before)
  })

  it('does not let a stranger finish or block a sign-up with another person’s address', async () => {
    const victim = newForm()
    const { uid = '' } = (await signUp({ ...victim, usertype: 'driver', first_name: 'Mallory' })).body
    const attacker = await signIn(env, `m-${randomUUID().slice(0, 8)}@example.com`)
    const finish = (person: Person) => person.client.rpc('finish_sign_up', { sign_up_id: uid })
    expect(keyOf(await finish(attacker))).toBe('sign_up_not_found')
    // The owner signs in later, and does not know the stranger's form.
    const owner = await signIn(env, victim.email)
    const { data } = await owner.client
      .from('profiles')
      .select('usertype, first_name, approved')
      .eq('id', owner.id)
      .single()
    expect(data).toEqual({ usertype: 'rider', first_name: '', approved: true })
  })

  it('sets no fields beyond those of the form', async () => {
    const form = newForm({
      usertype_: 'admin',
      approved: false,
      fleet_id: randomUUID(),
      wallet_balance: 99,
      staff_role: 'owner'
    })
    const { uid = '' } = (await signUp({ ...form, reg_type: 'admin', other_info: 'mine', rating: 5 })).body
    const person = await signIn(env, form.email)
    expect(unwrap(await person.client.rpc('finish_sign_up', { sign_up_id: uid }))).toMatchObject({
      usertype: 'rider',
      approved: true,
      wallet_balance: 0,
      reg_type: 'registration',
      staff_role: null,
      rating: null
    })
    for (const usertype of ['admin', 'fleetadmin', '', null])
      expect((await signUp({ ...form, usertype })).body.code).toBe('invalid_request')
    expect((await signUp({ ...form, last_name: ' ' })).body.code).toBe('person_invalid')
    expect((await signUp({ ...form, referralId: '00000' })).body.code).toBe('referral_invalid')
  })

  it('finishes once, however often and simultaneously it is requested', async () => {
    const form = newForm({ usertype: 'driver' })
    const { uid = '' } = (await signUp(form)).body
    const own = visitor(env)
    const token = await requestCode(env, own, form.email)
    const { data } = await own.auth.verifyOtp({ email: form.email, token, type: 'email' })
    const person = { id: data.user?.id ?? '', email: form.email, client: own }
    const license_path = await licenceOf(person)
    const finish = () => own.rpc('finish_sign_up', { sign_up_id: uid, license_path, license_expires_on: '2099-01-01' })
    expect((await Promise.all([finish(), finish(), finish()])).map(keyOf)).toEqual(['done', 'done', 'done'])
    const papers = await service(env).from('driver_documents').select('id').eq('driver_id', person.id)
    expect(papers.data).toHaveLength(1)
  })
})
