import { randomUUID } from 'node:crypto'
import { Upload } from 'tus-js-client'
import { beforeAll, describe, expect, it } from 'vitest'
import { type Client, type Person, signIn } from '../../support/people.ts'
import { unwrap } from '../../support/responses.ts'
import { api, checked, env, expectRefusal, png, service, visitor } from './world.ts'

let rider: Person
let driver: Person
let admin: Person
let fleet: Person
let rider2: Person
const type = { contentType: 'image/png', upsert: true }
const picture = (id: string) => `${id}/profileImage`
/** A paper of this run: a submitted one stays, and cannot be replaced. */
const run = randomUUID().slice(0, 8)
const license = (id: string) => `${id}/license-${run}`
const put = async (client: Client, bucket: string, path: string, options: object = type) =>
  (await client.storage.from(bucket).upload(path, png, options)).error
const sees = async (client: Client, bucket: string, path: string) =>
  (await client.storage.from(bucket).download(path)).error === null

beforeAll(async () => {
  rider = await signIn(env, 'rider6@hackney.test')
  driver = await signIn(env, 'driver2@hackney.test')
  admin = await signIn(env, 'admin@hackney.test')
  fleet = await signIn(env, 'fleet@hackney.test')
  rider2 = await signIn(env, 'rider7@hackney.test')
})

describe('profile pictures and licences', () => {
  it('can be uploaded, replaced and deleted by their owners', async () => {
    for (const path of [picture(driver.id), license(driver.id)]) {
      expect(await put(driver.client, 'users', path)).toBeNull()
      expect(await put(driver.client, 'users', path)).toBeNull()
      expect(await sees(driver.client, 'users', path)).toBe(true)
    }
    expect(await put(rider.client, 'users', picture(rider.id))).toBeNull()
    expect((await rider.client.storage.from('users').remove([picture(rider.id)])).data).toHaveLength(1)
  })

  it('are images of limited size, with one of two names', async () => {
    const from = rider.client.storage.from('users')
    const text = await from.upload(picture(rider.id), 'x', { contentType: 'text/plain', upsert: true })
    expectRefusal(text.error, '415', 'mime type text/plain is not supported')
    const large = await from.upload(picture(rider.id), new Uint8Array(10_485_761), type)
    expectRefusal(large.error, '413', 'exceeded the maximum allowed size')
    expectRefusal(await put(rider.client, 'users', `${rider.id}/diary`), '403', 'row-level security')
  })

  it('cannot be uploaded by anyone else', async () => {
    for (const { client } of [rider, admin, fleet]) {
      expectRefusal(await put(client, 'users', picture(driver.id)), '403', 'row-level security')
      expectRefusal(await put(client, 'users', license(rider2.id)), '403', 'row-level security')
    }
    expectRefusal(await put(rider.client, 'users', license(driver.id)), '403', 'row-level security')
    expectRefusal(await put(visitor as Client, 'users', picture(rider.id)), '403', 'row-level security')
    expect((await rider.client.storage.from('users').remove([license(driver.id)])).data).toEqual([])
    const away = await rider.client.storage.from('users').move(license(driver.id), license(rider.id))
    expectRefusal(away.error, '404', 'Object not found')
    expect((await rider.client.storage.from('users').copy(license(driver.id), license(rider.id))).error).not.toBeNull()
  })

  it('of a driver can be uploaded by staff, but only papers, not faces', async () => {
    const fresh = () => `${license(driver.id)}-${randomUUID()}`
    const path = fresh()
    expect(await put(admin.client, 'users', path)).toBeNull()
    expect(await put(admin.client, 'users', path)).toBeNull()
    // A paper of the driver's own is replaced by nobody else.
    expectRefusal(await put(admin.client, 'users', license(driver.id)), '403', 'row-level security')
    const { data } = await driver.client.from('drivers').select('fleet_id').eq('id', driver.id).single()
    const refusal = await put(fleet.client, 'users', fresh())
    if (data?.fleet_id === fleet.id) expect(refusal).toBeNull()
    else expectRefusal(refusal, '403', 'row-level security')
  })

  it('can be read by their owner, and a licence by staff who opened it, but by no one else', async () => {
    expect(await sees(admin.client, 'users', license(driver.id))).toBe(false)
    const paper = { kind: 'license', path: license(driver.id), expires_on: '2100-01-01' }
    const document_id = unwrap(await driver.client.rpc('submit_document', paper)).id
    expect(await checked(driver, 'users', license(driver.id))).toBe('clean')
    unwrap(await admin.client.rpc('open_document', { id: document_id }))
    expect(await sees(admin.client, 'users', license(driver.id))).toBe(true)
    expect(await sees(rider.client, 'users', license(driver.id))).toBe(false)
    expect(await sees(visitor as Client, 'users', license(driver.id))).toBe(false)
    expect((await rider.client.storage.from('users').createSignedUrl(license(driver.id), 60)).error).not.toBeNull()
    const { data } = await driver.client.from('drivers').select('fleet_id').eq('id', driver.id).single()
    const { error } = await fleet.client.rpc('open_document', { id: document_id })
    expect(error === null).toBe(data?.fleet_id === fleet.id)
    expect(await sees(fleet.client, 'users', license(driver.id))).toBe(data?.fleet_id === fleet.id)
  })
})

describe('car images and the region', () => {
  // Spec 7.58
  it('are uploaded only by admins, and readable by everyone', async () => {
    const path = 'test-cab'
    for (const { client } of [rider, driver, fleet]) {
      expectRefusal(await put(client, 'cartypes', path), '403', 'row-level security')
    }
    expect(await put(admin.client, 'cartypes', path)).toBeNull()
    expect((await fetch(visitor.storage.from('cartypes').getPublicUrl(path).data.publicUrl)).status).toBe(200)
    expect((await rider.client.storage.from('cartypes').remove([path])).data).toEqual([])
    expect((await admin.client.storage.from('cartypes').remove([path])).data).toHaveLength(1)
  })

  it('keep the region for the service', async () => {
    for (const { client } of [rider, driver, fleet, admin]) {
      expectRefusal(await put(client, 'regions', 'current/graph.bin'), '403', 'row-level security')
      expect(await sees(client, 'regions', 'current/graph.bin')).toBe(false)
      expect((await client.storage.from('regions').list('current')).data).toEqual([])
    }
  })
})

describe('images of a booking', () => {
  it('cannot be uploaded by anyone but its current driver', async () => {
    const { data } = await service.from('bookings').select('id').limit(1)
    const id = data?.[0]?.id ?? crypto.randomUUID()
    for (const { client } of [rider, fleet, admin]) {
      expectRefusal(await put(client, 'bookings', `${id}/pickup_image`), '403', 'row-level security')
    }
    expectRefusal(await put(driver.client, 'bookings', `${crypto.randomUUID()}/pickup_image`), '403', 'row-level')
  })
})

describe('resumable uploads', () => {
  const send = async (person: Person, objectName: string): Promise<number | undefined> => {
    const token = (await person.client.auth.getSession()).data.session?.access_token
    return new Promise((resolve) => {
      const upload = new Upload(png, {
        endpoint: api('/upload/resumable'),
        headers: { apikey: env.SUPABASE_PUBLISHABLE_KEY, authorization: `Bearer ${token}`, 'x-upsert': 'true' },
        metadata: { bucketName: 'users', objectName, contentType: 'image/png', cacheControl: '3600' },
        chunkSize: 6 * 1024 * 1024,
        retryDelays: null,
        onSuccess: () => resolve(undefined),
        onError: (error) => resolve('originalResponse' in error ? error.originalResponse?.getStatus() : 0)
      })
      upload.start()
    })
  }
  it('follow the same policies', async () => {
    expect(await send(rider, license(rider.id))).toBeUndefined()
    expect(await sees(rider.client, 'users', license(rider.id))).toBe(true)
    expect(await send(rider, license(driver.id))).toBe(403)
    await rider.client.storage.from('users').remove([license(rider.id)])
  })
})
