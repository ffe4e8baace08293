import type { Claims } from '../types.ts'
import { checkContent, limitOf } from './content.ts'
import type { Call, Context } from './context.ts'
import { needCaller } from './context.ts'
import { refusals } from './errors.ts'
import type { Stored } from './files.ts'
import { checkPut, findBucket, type ObjectMetadata, put, type Target } from './rows.ts'
import { checkMimeType, checkName } from './rules.ts'
import { currentSigner, signerOf } from './sign.ts'

/** Largest size in bytes of everything in a form except its file. */
const formOverhead = 1024 * 1024
const userMetadataLimit = 1024 * 1024

interface Content {
  body: AsyncIterable<Uint8Array>
  type: string
  cacheControl: string
  userMetadata: object | null
}

/** Parses the metadata that a person sends with an object. As in Supabase, anything but a JSON object is ignored. */
export function parseUserMetadata(text: string | null): object | null {
  if (text === null) return null
  if (Buffer.byteLength(text) > userMetadataLimit) throw refusals.tooLarge('user_metadata')
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null ? value : null
  } catch {
    return null
  }
}

export function describe(stored: Stored, mimetype: string, cacheControl: string): ObjectMetadata {
  return {
    eTag: stored.eTag,
    size: stored.size,
    mimetype,
    cacheControl,
    lastModified: new Date().toISOString(),
    contentLength: stored.size,
    httpStatusCode: 200
  }
}

async function* none(): AsyncGenerator<Uint8Array> {}

/** Passes on a body, and fails above `limit` bytes. */
function capped(body: ReadableStream<Uint8Array>, limit: number): ReadableStream<Uint8Array> {
  let size = 0
  return body.pipeThrough(
    new TransformStream<Uint8Array, Uint8Array>({
      transform(chunk, controller) {
        size += chunk.length
        if (size > limit) controller.error(refusals.tooLarge())
        else controller.enqueue(chunk)
      }
    })
  )
}

async function readForm(request: Request, limit: number): Promise<Content> {
  const { body, headers } = request
  if (!body) throw refusals.noContent()
  let isTooLarge = false
  const source = capped(body, limit + formOverhead)
  const form = await new Response(source, { headers: { 'content-type': headers.get('content-type') ?? '' } })
    .formData()
    .catch((error: unknown) => {
      isTooLarge = String(error).includes('maximum allowed size') || String((error as Error).cause).includes('maximum')
      return null
    })
  if (isTooLarge) throw refusals.tooLarge()
  const text = (name: string): string | null => {
    const value = form?.get(name)
    return typeof value === 'string' ? value : null
  }
  const file = form ? [...form.values()].find((value) => typeof value !== 'string') : undefined
  if (!file || typeof file === 'string') throw refusals.noContent()
  if (file.size > limit) throw refusals.tooLarge()
  const seconds = text('cacheControl')
  return {
    body: file.stream() as unknown as AsyncIterable<Uint8Array>,
    type: text('contentType') || file.type || 'application/octet-stream',
    cacheControl: seconds ? `max-age=${seconds}` : 'no-cache',
    userMetadata: parseUserMetadata(text('metadata') ?? text('userMetadata'))
  }
}

async function readContent(request: Request, limit: number): Promise<Content> {
  const { headers } = request
  const isForm = headers.get('content-type')?.startsWith('multipart/form-data') ?? false
  if (Number(headers.get('content-length') ?? 0) > limit + (isForm ? formOverhead : 0)) throw refusals.tooLarge()
  if (isForm) return readForm(request, limit)
  const custom = headers.get('x-metadata')
  return {
    body: (request.body as AsyncIterable<Uint8Array> | null) ?? none(),
    type: headers.get('content-type') || 'application/octet-stream',
    cacheControl: headers.get('cache-control') ?? 'no-cache',
    userMetadata: parseUserMetadata(custom === null ? null : Buffer.from(custom, 'base64').toString('utf8'))
  }
}

/** Returns whether an object is the placeholder that dashboards put into an empty folder. It is empty and has no type. */
const isPlaceholder = (name: string): boolean => name.endsWith('.emptyFolderPlaceholder')

/** Makes stored bytes visible as an object. If that is refused, removes the bytes. */
export async function publish(
  context: Context,
  target: Target,
  operation: string,
  stored: Stored,
  metadata: ObjectMetadata,
  userMetadata: object | null
): Promise<string> {
  const { database, files } = context
  try {
    const bucket = await findBucket(database, target.bucket)
    if (!isPlaceholder(target.name)) checkContent(context, bucket, metadata)
    const { id, replaced } = await put(database, target, operation, stored.version, metadata, userMetadata)
    await files.remove([replaced])
    return id
  } catch (error) {
    await files.remove([stored.version])
    throw error
  }
}

async function upload(context: Context, request: Request, target: Target, operation: string): Promise<Response> {
  checkName(target.name)
  const bucket = await findBucket(context.database, target.bucket)
  await checkPut(context.database, target, operation)
  const limit = isPlaceholder(target.name) ? 0 : limitOf(context, bucket)
  const content = await readContent(request, limit)
  if (!isPlaceholder(target.name)) checkMimeType(content.type, bucket.allowed_mime_types)
  const stored = await context.files.write(content.body, limit)
  const metadata = describe(stored, content.type, content.cacheControl)
  const id = await publish(context, target, operation, stored, metadata, content.userMetadata)
  return Response.json({ Id: id, Key: `${target.bucket}/${target.name}` })
}

const ownerOf = (caller: Claims): string | null => caller.sub ?? null

/** Handles `POST` and `PUT /object/<bucket>/<name>`. `PUT` replaces an object, as `POST` with `x-upsert: true` does. */
export function uploadObject(context: Context, call: Call, bucket: string, name: string): Promise<Response> {
  const caller = needCaller(call)
  const isUpdate = call.request.method === 'PUT'
  const upsert = isUpdate || call.request.headers.get('x-upsert') === 'true'
  const operation = isUpdate ? 'storage.object.upload_update' : 'storage.object.upload'
  return upload(context, call.request, { bucket, name, caller, owner: ownerOf(caller), upsert }, operation)
}

/** How long a signed address for an upload is valid, in seconds. */
const uploadGrantLife = 2 * 60 * 60

/**
 * Handles `POST /object/upload/sign/<bucket>/<name>`: returns a signed address with which others can upload this object. The
 * caller must be able to upload it.
 */
export async function signUpload(context: Context, call: Call, bucket: string, name: string): Promise<Response> {
  const caller = needCaller(call)
  checkName(name)
  await findBucket(context.database, bucket)
  const upsert = call.request.headers.get('x-upsert') === 'true'
  const owner = ownerOf(caller)
  await checkPut(context.database, { bucket, name, caller, owner, upsert }, 'storage.object.sign_upload_url')
  const url = `${bucket}/${name}`
  const grant = { url, purpose: 'upload', signer: signerOf(caller), upsert, ...(owner ? { owner } : {}) } as const
  const token = await context.signer.sign(grant, uploadGrantLife)
  return Response.json({ url: `/object/upload/sign/${url}?token=${token}`, token })
}

/** Handles `PUT /object/upload/sign/<bucket>/<name>?token=…`: uploads an object by a signed address. */
export async function uploadSigned(context: Context, call: Call, bucket: string, name: string): Promise<Response> {
  const token = call.url.searchParams.get('token')
  if (!token) throw refusals.invalidRequest(`querystring must have required property 'token'`)
  const grant = await context.signer.verify(token, `${bucket}/${name}`, 'upload')
  const caller = await currentSigner(context, grant.signer)
  const target = { bucket, name, caller, owner: grant.owner ?? null, upsert: grant.upsert ?? false }
  return upload(context, call.request, target, 'storage.object.upload_signed')
}
