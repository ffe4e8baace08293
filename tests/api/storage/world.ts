import { randomUUID } from 'node:crypto'
import { afterAll, expect } from 'vitest'
import { type Client, type Person, service as serviceOf, visitor as visitorOf } from '../../support/people.ts'
import { stackUnderTest } from '../../support/worker.ts'

/** These tests use only the Storage API and clean up after themselves, so they can run against a hosted project. */
export const env = stackUnderTest()
export const service = serviceOf(env)
export const visitor = visitorOf(env)

/** The service's key, for raw requests. */
export const serviceHeaders = {
  apikey: env.SUPABASE_SECRET_KEY,
  authorization: `Bearer ${env.SUPABASE_SECRET_KEY}`
}

export const api = (path: string): string => `${env.SUPABASE_URL}/storage/v1${path}`

export interface BucketOptions {
  public?: boolean
  fileSizeLimit?: number | string
  allowedMimeTypes?: string[]
}

/** Creates a bucket for a test file, which is deleted with its contents at the end. */
export async function makeBucket(options: BucketOptions = {}): Promise<string> {
  const name = `test-${randomUUID()}`
  const { error } = await service.storage.createBucket(name, { public: false, ...options })
  expect(error).toBeNull()
  afterAll(async () => {
    await service.storage.emptyBucket(name)
    await service.storage.deleteBucket(name)
  })
  return name
}

/** Uploads a text as the service. */
export async function putText(bucket: string, path: string, text = path): Promise<void> {
  const { error } = await service.storage.from(bucket).upload(path, text, { contentType: 'text/plain', upsert: true })
  expect(error).toBeNull()
}

/** The text of an object, or null if there is none. */
export async function textOf(bucket: string, path: string, client: Client = service): Promise<string | null> {
  const { data } = await client.storage.from(bucket).download(path)
  return data === null ? null : data.text()
}

/** Expects a refusal by its status and part of its message. */
export function expectRefusal(
  error: { message: string; statusCode?: string | undefined } | null,
  statusCode: string,
  message: string | RegExp
): void {
  expect(error?.message).toMatch(message)
  expect(error?.statusCode).toBe(statusCode)
}

/** A tiny picture: one transparent pixel. */
export const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
  'base64'
)

/** Bytes that differ by position, so that a missing or doubled part shows. */
export function bytes(size: number): Uint8Array<ArrayBuffer> {
  const content = new Uint8Array(size)
  for (let index = 0; index < size; index += 1) content[index] = (index * 31 + (index >> 8) * 7 + (index >> 16)) & 255
  return content
}

/** Waits for the check of a file, which a person sees alone until then, and returns its result. */
export async function checked(
  { client }: Pick<Person, 'client'>,
  bucket: string,
  path: string
): Promise<string | null> {
  const ask = async () => unwrapNull(await client.rpc('check_file', { bucket, path }))
  // The queue is looked at every two seconds, and the function may have to start.
  await expect.poll(ask, { timeout: 40_000, interval: 300 }).not.toBe('checking')
  return ask()
}

function unwrapNull<T>({ data, error }: { data: T; error: unknown }): T {
  expect(error).toBeNull()
  return data
}
