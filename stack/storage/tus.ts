import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { createMutex } from '../database/pglite/mutex.ts'
import { append } from './append.ts'
import { limitOf } from './content.ts'
import type { Call, Context } from './context.ts'
import { asRefusal, refusals, StorageError } from './errors.ts'
import { createLocks } from './locks.ts'
import { checkPut, findBucket } from './rows.ts'
import { checkMimeType, checkName } from './rules.ts'
import { type Right, readCount, readMetadata, rightOf } from './tus-request.ts'
import { describe, parseUserMetadata, publish } from './upload.ts'
import { createUploads, type Upload, type Uploads } from './uploads.ts'

/** How long an upload may take from its creation (ms). */
const life = 24 * 60 * 60 * 1000
const sweepEvery = 60 * 60 * 1000

const tusHeaders = {
  'tus-resumable': '1.0.0',
  'tus-version': '1.0.0',
  'tus-extension': 'creation,creation-with-upload,expiration,termination',
  'cache-control': 'no-store'
}

export interface Resumable {
  /** Handles a request. @param rest Segments of the path after `/upload/resumable`. */
  serve(call: Call, rest: readonly string[]): Promise<Response>
  stop(): Promise<void>
}

function expiryOf(upload: Upload): string {
  return new Date(upload.expiresAt).toUTCString()
}

class ResumableServer implements Resumable {
  readonly #context: Context
  readonly #uploads: Uploads
  readonly #exclusive = createLocks()
  readonly #beginning = createMutex()
  readonly #timer: NodeJS.Timeout

  constructor(context: Context, uploads: Uploads) {
    this.#context = context
    this.#uploads = uploads
    this.#timer = setInterval(() => {
      uploads.sweep().catch((error: unknown) => context.log.warn('storage.uploads_not_swept', { error }))
    }, sweepEvery)
    this.#timer.unref()
  }

  async stop(): Promise<void> {
    clearInterval(this.#timer)
  }

  /** Handles a request. Unlike other refusals, those of the TUS protocol are plain text with their own status. */
  async serve(call: Call, rest: readonly string[]): Promise<Response> {
    try {
      return await this.#route(call, rest)
    } catch (error) {
      const refusal = asRefusal(error)
      if (!(refusal instanceof StorageError)) throw error
      return new Response(refusal.message, {
        status: refusal.status,
        headers: { ...tusHeaders, 'content-type': 'text/plain; charset=utf-8' }
      })
    }
  }

  #route(call: Call, rest: readonly string[]): Promise<Response> {
    const { headers } = call.request
    const method = headers.get('x-http-method-override')?.toUpperCase() ?? call.request.method
    if (method === 'OPTIONS') {
      const limit = String(this.#context.fileSizeLimit)
      return Promise.resolve(this.#answer(204, { 'tus-max-size': limit }))
    }
    if (headers.get('tus-resumable') !== '1.0.0') {
      throw refusals.tus(412, 'Tus-Resumable Required: this server speaks version 1.0.0')
    }
    const isSigned = rest[0] === 'sign'
    const id = isSigned ? rest[1] : rest[0]
    if (id === undefined) {
      if (method === 'POST') return this.#create(call, isSigned)
    } else if (method === 'HEAD') return this.#head(id)
    else if (method === 'PATCH') return this.#patch(call, id, isSigned)
    else if (method === 'DELETE') return this.#terminate(call, id, isSigned)
    throw refusals.tus(404, 'The file for this url was not found')
  }

  #answer(status: number, headers: Record<string, string> = {}): Response {
    return new Response(null, { status, headers: { ...tusHeaders, ...headers } })
  }

  async #create(call: Call, isSigned: boolean): Promise<Response> {
    const { request } = call
    const { database } = this.#context
    const size = readCount(request.headers, 'Upload-Length')
    const header = request.headers.get('upload-metadata') ?? ''
    const metadata = readMetadata(header)
    const bucketId = metadata.get('bucketName')
    const name = metadata.get('objectName')
    if (!bucketId || !name) throw refusals.tus(400, 'Upload-Metadata needs bucketName and objectName')
    checkName(name)
    const right = await rightOf(this.#context, call, isSigned, `${bucketId}/${name}`)
    const bucket = await findBucket(database, bucketId)
    if (size > limitOf(this.#context, bucket)) throw refusals.tus(413, 'Maximum size exceeded')
    const type = metadata.get('contentType') || 'application/octet-stream'
    checkMimeType(type, bucket.allowed_mime_types)
    const seconds = metadata.get('cacheControl') ?? ''
    const upload: Upload = {
      id: randomUUID(),
      bucket: bucketId,
      name,
      size,
      type,
      cacheControl: /^-?\d+$/.test(seconds) ? `max-age=${seconds}` : 'no-cache',
      userMetadata: parseUserMetadata(metadata.get('metadata') ?? null),
      header,
      upsert: right.upsert,
      owner: right.owner,
      expiresAt: Date.now() + life
    }
    await this.#begin(upload, right)
    const path = Buffer.from(`${bucketId}/${name}/${upload.id}`).toString('base64url')
    const headers = {
      // The address is relative, because only the client knows the host name that it uses.
      location: `/storage/v1/upload/resumable/${isSigned ? 'sign/' : ''}${path}`,
      'upload-expires': expiryOf(upload)
    }
    const hasBody = request.headers.get('content-type') === 'application/offset+octet-stream'
    if (!hasBody && size > 0) return this.#answer(201, headers)
    const more = await this.#exclusive(upload.id, (signal) =>
      this.#receive(upload, right, hasBody ? call : null, signal)
    )
    return this.#answer(201, { ...headers, ...more })
  }

  /**
   * Begins an upload if the person's rights allow it; the person's other running uploads count like finished ones. If the
   * person already has a running upload of the same object, the new upload replaces it.
   */
  async #begin(upload: Upload, right: Right): Promise<void> {
    const { bucket, name, owner } = upload
    const release = await this.#beginning.acquire()
    try {
      const others = owner === null ? [] : await this.#uploads.ofOwner(owner)
      const isSame = (other: Upload) => other.bucket === bucket && other.name === name
      const open = others.filter((other) => !isSame(other))
      await checkPut(this.#context.database, { bucket, name, ...right }, 'storage.tus.upload.create', open)
      for (const { id } of others.filter(isSame)) await this.#exclusive(id, () => this.#uploads.remove(id))
      await this.#uploads.create(upload)
    } finally {
      release()
    }
  }

  /** Finds an upload by its path. @throws StorageError 404 if it does not exist, 410 if it has expired. */
  async #find(path: string): Promise<Upload> {
    const key = Buffer.from(path, 'base64url').toString('utf8')
    const upload = await this.#uploads.find(key.slice(key.lastIndexOf('/') + 1))
    if (!upload || key !== `${upload.bucket}/${upload.name}/${upload.id}`) {
      throw refusals.tus(404, 'The file for this url was not found')
    }
    if (upload.expiresAt < Date.now()) throw refusals.tus(410, 'The file for this url no longer exists')
    return upload
  }

  /**
   * Returns the number of received bytes. A finished upload has its whole size. @throws StorageError 404 if its object is gone
   */
  async #offset(upload: Upload): Promise<number> {
    const offset = await this.#uploads.offset(upload.id)
    if (offset !== null) return offset
    const [row] = await this.#context.database.query(
      'select from storage.objects where bucket_id = $1 and name = $2 and version = $3',
      [upload.bucket, upload.name, upload.id]
    )
    if (row) return upload.size
    throw refusals.tus(404, 'The file for this url was not found')
  }

  async #head(path: string): Promise<Response> {
    const upload = await this.#find(path)
    const offset = await this.#exclusive(upload.id, () => this.#offset(upload))
    return this.#answer(200, {
      'upload-offset': String(offset),
      'upload-length': String(upload.size),
      'upload-metadata': upload.header,
      'upload-expires': expiryOf(upload)
    })
  }

  /** Checks that the caller owns the upload and may still store the object. */
  async #authorize(call: Call, upload: Upload, isSigned: boolean, operation: string): Promise<Right> {
    const right = await rightOf(this.#context, call, isSigned, `${upload.bucket}/${upload.name}`)
    if (right.owner !== upload.owner) throw refusals.denied('Access denied')
    const current = { ...right, upsert: right.upsert || upload.upsert }
    const { bucket, name } = upload
    await checkPut(this.#context.database, { bucket, name, ...current }, operation)
    return current
  }

  async #patch(call: Call, path: string, isSigned: boolean): Promise<Response> {
    const { headers } = call.request
    if (headers.get('content-type') !== 'application/offset+octet-stream') {
      throw refusals.tus(415, 'Content-Type must be application/offset+octet-stream')
    }
    const claimed = readCount(headers, 'Upload-Offset')
    const upload = await this.#find(path)
    return this.#exclusive(upload.id, async (signal) => {
      const offset = await this.#offset(upload)
      if (claimed !== offset) throw refusals.tus(409, 'Upload-Offset conflict')
      if (offset === upload.size) return this.#answer(204, { 'upload-offset': String(offset) })
      const right = await this.#authorize(call, upload, isSigned, 'storage.tus.upload.part')
      const more = await this.#receive(upload, right, call, signal)
      return this.#answer(204, { 'upload-expires': expiryOf(upload), ...more })
    })
  }

  /** Receives the body of a request. With the last byte of the upload, the object becomes visible. */
  async #receive(upload: Upload, right: Right, call: Call | null, signal: AbortSignal) {
    const part = this.#uploads.part(upload.id)
    const begin = (await this.#uploads.offset(upload.id)) ?? 0
    const offset = call ? await append(part, begin, upload.size, call.request.body, signal) : begin
    const headers: Record<string, string> = { 'upload-offset': String(offset) }
    if (offset < upload.size) return headers
    const stored = await this.#context.files.adopt(part, upload.id)
    const target = { bucket: upload.bucket, name: upload.name, ...right }
    const metadata = describe(stored, upload.type, upload.cacheControl)
    try {
      await publish(this.#context, target, 'storage.tus.upload.part', stored, metadata, upload.userMetadata)
    } catch (error) {
      await this.#uploads.remove(upload.id)
      throw error
    }
    return { ...headers, 'tus-complete': '1' }
  }

  async #terminate(call: Call, path: string, isSigned: boolean): Promise<Response> {
    const upload = await this.#find(path)
    return this.#exclusive(upload.id, async () => {
      if ((await this.#uploads.offset(upload.id)) === null) {
        throw refusals.tus(400, 'Cannot terminate an already completed upload')
      }
      await this.#authorize(call, upload, isSigned, 'storage.tus.upload.delete')
      await this.#uploads.remove(upload.id)
      return this.#answer(204)
    })
  }
}

/**
 * Creates the server of resumable uploads (TUS 1.0.0) at `/upload/resumable`. It keeps them in `<folder>/uploads` until they
 * are complete or a day old.
 */
export async function createResumable(context: Context, folder: string): Promise<Resumable> {
  return new ResumableServer(context, await createUploads(join(folder, 'uploads')))
}
