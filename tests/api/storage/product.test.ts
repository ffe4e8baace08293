import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, it } from 'vitest'
import { type Person, signIn } from '../../support/people.ts'
import { unwrap } from '../../support/responses.ts'
import { accept, carTypeId, estimate, goOnline, offerOf } from '../../support/ride.ts'
import { makeDriver } from '../../support/staff.ts'
import { api, bytes, checked, env, expectRefusal, png, service } from './world.ts'

const image = { contentType: 'image/png' }
const mebibyte = 1024 * 1024
let admin: Person
let rider: Person
let driver: Person

const someone = () => signIn(env, `files-${randomUUID().slice(0, 8)}@example.com`)
const bucketOf = (person: Person, bucket = 'users') => person.client.storage.from(bucket)
const tokenOf = async ({ client }: Person) => (await client.auth.getSession()).data.session?.access_token ?? ''

/** Sends a request with a raw path, as an attacker could. */
async function send(person: Person, path: string, contentType: string, body: Uint8Array<ArrayBuffer> | string) {
  const headers = { apikey: env.SUPABASE_PUBLISHABLE_KEY, authorization: `Bearer ${await tokenOf(person)}` }
  return fetch(api(`/object/${path}`), { method: 'POST', headers: { ...headers, 'content-type': contentType }, body })
}

beforeAll(async () => {
  ;[admin, rider] = await Promise.all([signIn(env, 'admin@hackney.test'), someone()])
  unwrap(await rider.client.rpc('update_profile', { first_name: 'Eva', last_name: 'Foto', mobile: '+4235550808' }))
  driver = await makeDriver(env, admin, { car_type_id: await carTypeId(admin.client, 'Estate') })
})

describe('limits of the buckets', () => {
  it('of people: images of 10 MiB, nothing that runs in a browser', async () => {
    const path = `${rider.id}/profileImage`
    for (const contentType of ['text/html', 'image/svg+xml', 'application/octet-stream', 'video/mp4']) {
      const { error } = await bucketOf(rider).upload(path, '<script>', { contentType })
      expectRefusal(error, '415', 'not supported')
    }
    expect((await send(rider, `users/${path}`, 'text/html', '<script>')).ok).toBe(false)
    const large = await bucketOf(rider).upload(path, bytes(10 * mebibyte + 1), image)
    expectRefusal(large.error, '413', 'exceeded the maximum allowed size')
    expect((await bucketOf(rider).list(rider.id)).data).toEqual([])
  })

  it('of car types: images of 5 MiB', async () => {
    const path = `limits-${randomUUID()}`
    const html = await bucketOf(admin, 'cartypes').upload(path, '<script>', { contentType: 'text/html' })
    expectRefusal(html.error, '415', 'not supported')
    const large = await bucketOf(admin, 'cartypes').upload(path, bytes(5 * mebibyte + 1), image)
    expectRefusal(large.error, '413', 'exceeded the maximum allowed size')
    const svg = await bucketOf(admin, 'cartypes').upload(path, '<svg/>', { contentType: 'image/svg+xml' })
    expect(svg.error).toBeNull()
    await bucketOf(admin, 'cartypes').remove([path])
  })
})

describe('paths', () => {
  it('cannot escape their folder', async () => {
    const victim = `${driver.id}/profileImage`
    expect((await bucketOf(driver).upload(victim, png, { ...image, upsert: true })).error).toBeNull()
    for (const path of [
      `users/${rider.id}/../${driver.id}/profileImage`,
      `users/${rider.id}/%2e%2e/${driver.id}/profileImage`,
      `users/${rider.id}%2f..%2f${driver.id}%2fprofileImage`,
      `users/${rider.id}/..%2f..%2fregions/current/graph.bin`,
      `users/${rider.id}/profileImage/../../${driver.id}/license`,
      `users//${rider.id}/profileImage`,
      `users/${rider.id}/profileImage%00.png`,
      `users/${rider.id}\\..\\${driver.id}/profileImage`,
      `../users/${driver.id}/profileImage`
    ]) {
      const answer = await send(rider, path, 'image/png', bytes(9))
      expect([path, answer.ok, answer.status < 500]).toEqual([path, false, true])
    }
    const kept = await bucketOf(driver).download(victim)
    expect(Buffer.from((await kept.data?.arrayBuffer()) ?? new ArrayBuffer(0))).toEqual(png)
    expect((await bucketOf(rider).list(rider.id)).data).toEqual([])
  })
})

describe('an existing object', () => {
  it('is replaced only on request', async () => {
    const path = `${rider.id}/profileImage`
    expect((await bucketOf(rider).upload(path, png, image)).error).toBeNull()
    expectRefusal((await bucketOf(rider).upload(path, png, image)).error, '409', 'already exists')
    expect((await bucketOf(rider).upload(path, png, { ...image, upsert: true })).error).toBeNull()
  })

  it('stays unchanged once it is submitted and verified', async () => {
    const path = `${driver.id}/license`
    expect((await bucketOf(driver).upload(path, png, image)).error).toBeNull()
    const paper = { kind: 'license', path, expires_on: '2100-01-01' }
    const { id } = unwrap(await driver.client.rpc('submit_document', paper))
    const swapped = await bucketOf(driver).upload(path, png, { ...image, upsert: true })
    expectRefusal(swapped.error, '403', 'row-level security')
    expect(await checked(driver, 'users', path)).toBe('clean')
    unwrap(await admin.client.rpc('verify_document', { document_id: id }))
    const again = await bucketOf(driver).upload(path, png, { ...image, upsert: true })
    expectRefusal(again.error, '403', 'row-level security')
    expect((await bucketOf(driver).remove([path])).data).toEqual([])
    expect((await bucketOf(driver).move(path, `${driver.id}/license-old`)).error).not.toBeNull()
    expect((await bucketOf(driver).upload(`${driver.id}/license-2027`, png, image)).error).toBeNull()
  })
})

describe('pictures of a booking', () => {
  it('are uploaded by the driver during the trip, readable by its parties, and stay', async () => {
    await goOnline(driver)
    const { quote_id } = await estimate(rider.client, undefined, undefined, 'Estate')
    const ordered = await rider.client.rpc('create_booking', { quote_id: quote_id ?? '', payment_mode: 'cash' })
    const { id } = unwrap(ordered)
    const path = `${id}/pickup_image`
    const put = (person: Person) => bucketOf(person, 'bookings').upload(path, png, { ...image, upsert: true })
    const sees = async (person: Person) => (await bucketOf(person, 'bookings').download(path)).error === null
    await offerOf(driver, id)
    expectRefusal((await put(driver)).error, '403', 'row-level security')
    await accept(driver, id)
    expectRefusal((await put(rider)).error, '403', 'row-level security')
    expect((await put(driver)).error).toBeNull()
    expect([await sees(driver), await sees(rider), await sees(admin)]).toEqual([true, false, false])
    expect(await checked(driver, 'bookings', path)).toBe('clean')
    expect([await sees(driver), await sees(rider), await sees(admin), await sees(await someone())]).toEqual([
      true,
      true,
      true,
      false
    ])
    unwrap(await driver.client.rpc('cancel_booking', { booking_id: id, reason: 'Flat tyre' }))
    expect(await sees(driver)).toBe(false)
    expectRefusal((await put(driver)).error, '403', 'row-level security')
    unwrap(await rider.client.rpc('cancel_booking', { booking_id: id, reason: 'Test is over' }))
    await driver.client.rpc('set_driver_active', { active: false })
    expect(await sees(rider)).toBe(true)
  })
})

describe('deleting an account', () => {
  it('removes its files', async () => {
    const leaver = await someone()
    const paths = [`${leaver.id}/profileImage`, `${leaver.id}/license`]
    for (const path of paths) expect((await bucketOf(leaver).upload(path, png, image)).error).toBeNull()
    const left = async () => (await service.storage.from('users').list(leaver.id)).data?.length
    expect(await left()).toBe(2)
    unwrap({ ...(await leaver.client.rpc('delete_my_account')), data: true })
    // The outbox is checked every two seconds, and the function may have to start.
    await expect.poll(left, { timeout: 40_000, interval: 300 }).toBe(0)
  })
})
