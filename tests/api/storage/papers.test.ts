import { randomUUID } from 'node:crypto'
import { expect, it } from 'vitest'
import { tokenOf } from '../../support/ask.ts'
import { type Person, signIn } from '../../support/people.ts'
import { unwrap } from '../../support/responses.ts'
import { makeDriver } from '../../support/staff.ts'
import { api, checked, env, expectRefusal, png, service } from './world.ts'

/** Papers: nobody but the service signs uploads, and a paper that waits for its verdict stays as it is. */

const image = { contentType: 'image/png' }
const users = (person: Person) => person.client.storage.from('users')

it('a signed address for an upload is issued only to the service', async () => {
  const rider = await signIn(env, `papers-${randomUUID().slice(0, 8)}@example.com`)
  for (const upsert of [false, true]) {
    const { error } = await users(rider).createSignedUploadUrl(`${rider.id}/license-signed`, { upsert })
    expectRefusal(error, '403', 'row-level security')
  }
})

it('a paper that an admin is checking cannot be replaced, moved, overwritten or deleted in any way until the verdict', async () => {
  const admin = await signIn(env, 'admin@hackney.test')
  const driver = await makeDriver(env, admin, {})
  const path = `${driver.id}/license-1`
  const other = `${driver.id}/license-2`
  const from = users(driver)
  for (const name of [path, other]) expect((await from.upload(name, png, image)).error).toBeNull()
  const paper = { kind: 'license', path, expires_on: '2100-01-01' }
  const document = unwrap(await driver.client.rpc('submit_document', paper))
  expect(await checked(driver, 'users', path)).toBe('clean')
  unwrap(await admin.client.rpc('open_document', { id: document.id }))
  const info = unwrap(await users(admin).info(path))
  expect(document.version).toBe(info.etag?.replaceAll('"', ''))
  const headers = { apikey: env.SUPABASE_PUBLISHABLE_KEY, authorization: `Bearer ${await tokenOf(driver)}` }
  const upsert = { ...image, upsert: true }
  for (const person of [driver, admin]) {
    expect((await users(person).upload(path, png, upsert)).error, person.email).not.toBeNull()
    expect((await users(person).update(path, png, image)).error).not.toBeNull()
    expect((await users(person).move(other, path)).error).not.toBeNull()
    expect((await users(person).move(path, `${driver.id}/license-3`)).error).not.toBeNull()
    expect((await users(person).remove([path])).data ?? []).toEqual([])
  }
  const encode = (text: string) => Buffer.from(text).toString('base64')
  const begun = await fetch(api('/upload/resumable'), {
    method: 'POST',
    headers: {
      ...headers,
      'tus-resumable': '1.0.0',
      'x-upsert': 'true',
      'upload-length': String(png.length),
      'upload-metadata': `bucketName ${encode('users')},objectName ${encode(path)},contentType ${encode('image/png')}`
    }
  })
  expect(begun.status).toBe(403)
  const copied = await fetch(api('/object/copy'), {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json', 'x-upsert': 'true' },
    body: JSON.stringify({ bucketId: 'users', sourceKey: other, destinationKey: path })
  })
  expect(copied.ok).toBe(false)

  // No policy restricts the service role, as none an upload that began before the paper was submitted. Then the admin's verdict is
  // refused, and the paper with its file.
  const longer = Buffer.concat([png, Buffer.from([0])])
  expect((await service.storage.from('users').upload(path, longer, upsert)).error).toBeNull()
  const verdict = { document_id: document.id }
  const swapped = await admin.client.rpc('verify_document', verdict)
  expect(swapped.error?.message).toBe('document_changed')
  const old = await admin.client.rpc('verify_document', { ...verdict, version: info.etag ?? '' })
  expect(old.error?.message).toBe('document_changed')
  expect(await checked(driver, 'users', path)).toBe('refused')
  const stored = await driver.client
    .from('driver_documents')
    .select('status, unreadable')
    .eq('id', document.id)
    .single()
  expect(unwrap(stored)).toEqual({ status: 'rejected', unreadable: true })
  const further = { ...paper, path: other }
  const again = unwrap(await driver.client.rpc('submit_document', further))
  expect(await checked(driver, 'users', other)).toBe('clean')
  const verified = unwrap(await admin.client.rpc('verify_document', { document_id: again.id }))
  expect([verified.status, verified.version]).toEqual(['verified', again.version])
})
