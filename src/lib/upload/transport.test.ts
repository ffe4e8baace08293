import { beforeEach, expect, it, vi } from 'vitest'
import { RESUMABLE_ABOVE } from './limits'
import { transportOf } from './transport'

const address = (id: string) => `http://api.test/storage/v1/upload/resumable/${id}`

interface Options {
  uploadUrl: string | null
  onUploadUrlAvailable: () => void
  onSuccess: () => void
  onError: (error: Error) => void
}
const made = vi.hoisted(() => ({ uploads: [] as { url: string | null; options: Options }[] }))

const session = vi.hoisted(() => ({ token: Promise.resolve('token') }))

vi.mock('@/lib/session/auth-client', () => ({
  apiUrl: 'http://api.test',
  apiKey: 'key',
  accessToken: () => session.token
}))
vi.mock('tus-js-client', () => ({
  DetailedError: class extends Error {},
  Upload: class {
    url: string | null = null
    options: Options
    constructor(_file: Blob, options: Options) {
      this.options = options
      made.uploads.push(this)
    }
    start() {}
  }
}))

const file = new Blob([new Uint8Array(RESUMABLE_ABOVE + 1)], { type: 'image/jpeg' })

/** Starts a resumable upload under a name; the storage assigns its address. */
async function begin(resumeAs: string, id: string) {
  const sent = transportOf({ bucket: 'bookings', path: 'b1/pickup_image', file, resumeAs }).send({
    onProgress: () => {}
  })
  await vi.waitFor(() => expect(made.uploads).toHaveLength(1))
  const upload = made.uploads.pop()
  if (!upload) throw new Error('nothing is sent')
  const from = upload.options.uploadUrl
  upload.url = from ?? address(id)
  upload.options.onUploadUrlAvailable()
  return { from, sent, options: upload.options }
}

beforeEach(() => localStorage.clear())

it('an upload of the same file resumes where it broke off, until it is complete', async () => {
  const first = await begin('d1', 'one')
  first.options.onError(new Error('the network is gone'))
  await expect(first.sent).rejects.toThrow()
  const second = await begin('d1', 'two')
  expect([first.from, second.from]).toEqual([null, address('one')])
  second.options.onSuccess()
  await second.sent
  expect((await begin('d1', 'three')).from).toBeNull()
})

it('an upload starts over for another file, and for an address that is not the storage’s', async () => {
  await begin('d1', 'one')
  expect((await begin('d2', 'two')).from).toBeNull()
  localStorage.setItem('hackney.upload', JSON.stringify({ name: 'd3', url: 'http://elsewhere.test/x' }))
  expect((await begin('d3', 'three')).from).toBeNull()
})

it('an upload that is stopped while the session is renewed sends no request', async () => {
  let requests = 0
  class Request {
    upload = {}
    open() {}
    setRequestHeader() {}
    abort() {}
    send() {
      requests += 1
    }
  }
  vi.stubGlobal('XMLHttpRequest', Request)
  let renew = (_token: string) => {}
  session.token = new Promise((resolve) => {
    renew = resolve
  })
  const upload = transportOf({ bucket: 'users', path: 'd1/license', file: new Blob(['x'], { type: 'image/jpeg' }) })
  void upload.send({ onProgress: () => {} })
  await upload.stop()
  renew('token')
  await new Promise((resolve) => setTimeout(resolve))
  expect(requests).toBe(0)
  void upload.send({ onProgress: () => {} })
  await vi.waitFor(() => expect(requests).toBe(1))
})
