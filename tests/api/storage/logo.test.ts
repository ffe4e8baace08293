/** The operator's logo: hostile uploads, who may set it, and the removal of a replaced picture. */
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { type Client, type Person, signIn } from '../../support/people.ts'
import { unwrap } from '../../support/responses.ts'
import { bytes, checked, env, expectRefusal, png, service, visitor } from './world.ts'

const image = { contentType: 'image/png' }
let admin: Person
const bucketOf = ({ storage }: Client) => storage.from('company')
const newPath = () => `logo-${randomUUID()}`
const addressOf = (path: string) => bucketOf(visitor as Client).getPublicUrl(path).data.publicUrl
const statusOf = async (path: string) => (await fetch(addressOf(path), { cache: 'no-store' })).status
const setLogo = ({ client }: Person, logo: string) => client.rpc('update_settings', { patch: { logo } })
const names = async () => ((await bucketOf(service).list()).data ?? []).map(({ name }) => name)

beforeAll(async () => {
  admin = await signIn(env, 'admin@hackney.test')
})
afterAll(async () => {
  await setLogo(admin, '')
})

it('a logo of a type that could run scripts, one that is too large or has another name is refused, even from an admin', async () => {
  const before = await names()
  const script = '<!doctype html><script>alert(1)</script>'
  const from = bucketOf(admin.client)
  for (const contentType of [
    'text/html',
    'image/svg+xml',
    'application/pdf',
    'image/gif',
    'application/octet-stream'
  ]) {
    expectRefusal((await from.upload(newPath(), script, { contentType })).error, '415', 'not supported')
  }
  const large = await from.upload(newPath(), Buffer.concat([png, bytes(5 * 1024 * 1024)]), image)
  expectRefusal(large.error, '413', 'exceeded the maximum allowed size')
  for (const path of ['index.html', 'logo', 'logo-A', `logo-${randomUUID()}/more`, 'a/logo-b']) {
    expectRefusal((await from.upload(path, png, image)).error, '403', 'row-level security')
  }
  expect(await names()).toEqual(before)
})

it('riders, drivers, fleet admins and visitors cannot upload, replace, remove or set a logo', async () => {
  const path = newPath()
  expect((await bucketOf(admin.client).upload(path, png, image)).error).toBeNull()
  const people = await Promise.all(
    ['rider6@hackney.test', 'driver2@hackney.test', 'fleet@hackney.test'].map((email) => signIn(env, email))
  )
  for (const client of [...people.map((person) => person.client), visitor as Client]) {
    expectRefusal((await bucketOf(client).upload(newPath(), png, image)).error, '403', 'row-level security')
    expect((await bucketOf(client).upload(path, png, { ...image, upsert: true })).error).not.toBeNull()
    expect((await bucketOf(client).remove([path])).data ?? []).toEqual([])
    expect((await bucketOf(client).move(path, newPath())).error).not.toBeNull()
    expect((await bucketOf(client).createSignedUploadUrl(newPath())).error).not.toBeNull()
    expect((await client.rpc('update_settings', { patch: { logo: path } })).error).not.toBeNull()
    expect((await client.from('settings').update({ logo: path }).eq('id', 1).select()).data ?? []).toEqual([])
  }
  expect(await statusOf(path)).toBe(200)
  await bucketOf(admin.client).remove([path])
})

it('everyone gets the logo as a picture; it cannot change while in use, and is removed once replaced', async () => {
  const [first, second] = [newPath(), newPath()]
  for (const path of [first, second]) {
    expect((await bucketOf(admin.client).upload(path, png, image)).error).toBeNull()
    expect((await setLogo(admin, path)).error?.message).toBe('file_being_checked')
    expect(await checked(admin, 'company', path)).toBe('clean')
  }
  expect((await setLogo(admin, newPath())).error?.message).toBe('logo_not_found')
  expect(unwrap(await setLogo(admin, first))).toMatchObject({ logo: first })
  expect(unwrap(await visitor.from('settings').select('logo').single())).toEqual({ logo: first })
  const shown = await fetch(addressOf(first))
  expect([shown.status, shown.headers.get('content-type')]).toEqual([200, 'image/png'])
  expect((await bucketOf(admin.client).upload(first, png, { ...image, upsert: true })).error).not.toBeNull()
  expect((await bucketOf(admin.client).remove([first])).data ?? []).toEqual([])
  unwrap(await setLogo(admin, second))
  await vi.waitFor(async () => expect(await names()).not.toContain(first), { timeout: 30_000, interval: 500 })
  expect([await statusOf(first), await statusOf(second)]).toEqual([400, 200])
})
