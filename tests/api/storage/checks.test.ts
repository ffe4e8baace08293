/**
 * Files that Supabase Storage takes as they are, and the product checks itself: a size without `content-length`, bytes of another
 * type, a copy with another type, more files at once than a person may have.
 */
import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, it } from 'vitest'
import { type Person, signIn } from '../../support/people.ts'
import { unwrap } from '../../support/responses.ts'
import { carTypeId } from '../../support/ride.ts'
import { makeDriver } from '../../support/staff.ts'
import { api, checked, env, png, service } from './world.ts'

const image = { contentType: 'image/png' }
const html = '<!doctype html><script>alert(1)</script>'
let admin: Person
let driver: Person

const usersOf = (person: Person) => person.client.storage.from('users')
const submit = (path: string) =>
  driver.client.rpc('submit_document', { kind: 'license', path, expires_on: '2100-01-01' })
const newPath = () => `${driver.id}/license-${randomUUID()}`
const isStored = async (path: string) => (await usersOf(driver).exists(path)).data

async function headersOf({ client }: Person): Promise<Record<string, string>> {
  const token = (await client.auth.getSession()).data.session?.access_token ?? ''
  return { apikey: env.SUPABASE_PUBLISHABLE_KEY, authorization: `Bearer ${token}` }
}

beforeAll(async () => {
  admin = await signIn(env, 'admin@hackney.test')
  driver = await makeDriver(env, admin, { car_type_id: await carTypeId(admin.client, 'Estate') })
})

describe('a paper', () => {
  it('of 60 MiB that is sent without a length is stored nowhere or cannot be submitted', async () => {
    const path = newPath()
    let left = 60
    const body = new ReadableStream<Uint8Array>({
      pull(controller) {
        if (left === 60) controller.enqueue(png)
        left -= 1
        if (left < 0) controller.close()
        else controller.enqueue(new Uint8Array(1024 * 1024))
      }
    })
    const headers = { ...(await headersOf(driver)), 'content-type': 'image/png' }
    const request = { method: 'POST', headers, body, duplex: 'half' } as RequestInit
    // The stack closes the connection at the limit.
    const isSent = await fetch(api(`/object/users/${path}`), request).then(
      ({ ok }) => ok,
      () => false
    )
    if (isSent) expect((await submit(path)).error?.message).toBe('file_too_large')
    else expect(await isStored(path)).toBe(false)
  })

  it('whose bytes are HTML is never shown to others; its driver is told, and it is removed', async () => {
    const path = newPath()
    expect((await usersOf(driver).upload(path, html, image)).error).toBeNull()
    const { id } = unwrap(await submit(path))
    expect((await admin.client.rpc('open_document', { id })).error?.message).toBe('file_being_checked')
    expect((await admin.client.rpc('verify_document', { document_id: id })).error?.message).toBe('file_being_checked')
    expect(await checked(driver, 'users', path)).toBe('refused')
    expect((await usersOf(admin).download(path)).error).not.toBeNull()
    const { data } = await driver.client.from('driver_documents').select('status,unreadable').eq('id', id).single()
    expect(data).toEqual({ status: 'rejected', unreadable: true })
    const notice = await driver.client.from('notices').select('params').eq('key', 'file_refused').limit(1).single()
    expect(notice.data?.params).toEqual({ kind: 'license' })
    await expect.poll(() => isStored(path), { timeout: 40_000, interval: 300 }).toBe(false)
  })

  it('that is a copy retyped to HTML cannot be submitted', async () => {
    const [path, copy] = [newPath(), newPath()]
    expect((await usersOf(driver).upload(path, png, image)).error).toBeNull()
    const { ok } = await fetch(api('/object/copy'), {
      method: 'POST',
      headers: { ...(await headersOf(driver)), 'content-type': 'application/json' },
      body: JSON.stringify({
        bucketId: 'users',
        sourceKey: path,
        destinationKey: copy,
        copyMetadata: false,
        metadata: { mimetype: 'text/html', cacheControl: 'max-age=60' }
      })
    })
    if (ok) expect((await submit(copy)).error?.message).toBe('file_type_refused')
    else expect(await isStored(copy)).toBe(false)
  })

  it('that is a PDF is opened by staff once it was checked', async () => {
    const path = newPath()
    const pdf = { contentType: 'application/pdf' }
    expect((await usersOf(driver).upload(path, '%PDF-1.7\n%%EOF', pdf)).error).toBeNull()
    const { id } = unwrap(await submit(path))
    expect(await checked(driver, 'users', path)).toBe('clean')
    unwrap(await admin.client.rpc('open_document', { id }))
    const { data } = await usersOf(admin).createSignedUrl(path, 60, { download: 'license' })
    const answer = await fetch(data?.signedUrl ?? '')
    expect(answer.headers.get('content-disposition')).toMatch(/^attachment/)
  })
})

describe('a profile picture', () => {
  it('is seen by others once it was checked, and again once a replacement was', async () => {
    const path = `${driver.id}/profileImage`
    const seen = async () => (await usersOf(admin).download(path)).error === null
    expect((await usersOf(driver).upload(path, png, image)).error).toBeNull()
    unwrap(await driver.client.rpc('set_profile_image', { path }))
    expect(await seen()).toBe(false)
    expect(await checked(driver, 'users', path)).toBe('clean')
    expect(await seen()).toBe(true)
    expect((await usersOf(driver).upload(path, html, { ...image, upsert: true })).error).toBeNull()
    expect(await seen()).toBe(false)
    expect(await checked(driver, 'users', path)).toBe('refused')
    expect(await seen()).toBe(false)
    await expect.poll(() => isStored(path), { timeout: 40_000, interval: 300 }).toBe(false)
    const { data } = await driver.client.from('profiles').select('profile_image').eq('id', driver.id).single()
    expect(data?.profile_image).toBeNull()
  })
})

describe('many files at once', () => {
  it('cannot all be attached', async () => {
    const taker = await makeDriver(env, admin, { car_type_id: await carTypeId(admin.client, 'Estate') })
    const paths = Array.from({ length: 60 }, () => `${taker.id}/license-${randomUUID()}`)
    await Promise.all(paths.map((path) => usersOf(taker).upload(path, png, image)))
    const stored = (await service.storage.from('users').list(taker.id, { limit: 100 })).data?.length ?? 0
    const paper = { kind: 'license', expires_on: '2100-01-01' }
    const results = await Promise.all(paths.map((path) => taker.client.rpc('submit_document', { ...paper, path })))
    const attached = results.filter(({ data }) => data?.version).length
    expect(attached).toBeLessThanOrEqual(40)
    if (stored > 40) expect(attached).toBe(0)
  })
})
