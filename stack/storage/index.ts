import { mkdir } from 'node:fs/promises'
import type { Database, Log, StackModule, Tokens } from '../types.ts'
import { serveBuckets } from './buckets.ts'
import type { Call, Context } from './context.ts'
import { needCaller } from './context.ts'
import { describeObject, downloadObject, downloadSigned } from './download.ts'
import { asRefusal, refusalResponse, refusals, StorageError } from './errors.ts'
import { createFiles } from './files.ts'
import { listObjects } from './list.ts'
import { copyObject, moveObject, removeObject, removeObjects, signObject, signObjects } from './objects.ts'
import { findBucket } from './rows.ts'
import { createSigner } from './sign.ts'
import { createResumable, type Resumable } from './tus.ts'
import { signUpload, uploadObject, uploadSigned } from './upload.ts'

export interface StorageOptions {
  database: Database
  tokens: Tokens
  log: Log
  /** Folder of the stored files. */
  filesDir: string
  /** Largest object in bytes. */
  fileSizeLimit: number
  /** The claims that somebody's token would carry now; null for an account that is gone. Without it claims stay as they are. */
  currentClaims?: Context['currentClaims']
}

type Handler = (context: Context, call: Call, bucket: string, name: string) => Promise<Response>

const readable = new Set(['GET', 'HEAD'])

/** Handlers of `/object/<word>/<bucket>/<name>`, by method and word. */
const worded: Record<string, Handler> = {
  'GET public': (context, call, bucket, name) => downloadObject(context, call, bucket, name, 'public'),
  'GET authenticated': (context, call, bucket, name) => downloadObject(context, call, bucket, name, 'authenticated'),
  'GET sign': downloadSigned,
  'POST sign': signObject
}

const plain: Record<string, Handler> = {
  GET: (context, call, bucket, name) => downloadObject(context, call, bucket, name, 'authenticated'),
  POST: uploadObject,
  PUT: uploadObject,
  DELETE: removeObject
}

function info(context: Context, call: Call, rest: readonly string[]): Promise<Response> {
  const isNamed = rest[0] === 'public' || rest[0] === 'authenticated'
  const way = rest[0] === 'public' ? 'public' : 'authenticated'
  const [bucket = '', ...name] = isNamed ? rest.slice(1) : rest
  return describeObject(context, call, bucket, name.join('/'), way)
}

async function serveObjects(context: Context, call: Call, rest: readonly string[]): Promise<Response> {
  const method = readable.has(call.request.method) ? 'GET' : call.request.method
  const [first = '', second = '', third = ''] = rest
  if (rest.length === 1 && method === 'POST' && first === 'move') return moveObject(context, call)
  if (rest.length === 1 && method === 'POST' && first === 'copy') return copyObject(context, call)
  if (rest.length === 2 && method === 'POST' && first === 'list') return listObjects(context, call, second)
  if (rest.length === 2 && method === 'POST' && first === 'sign') return signObjects(context, call, second)
  if (rest.length === 1 && method === 'DELETE') return removeObjects(context, call, first)
  if (first === 'info' && rest.length > 2 && method === 'GET') return info(context, call, rest.slice(1))
  if (first === 'upload' && second === 'sign' && rest.length > 3) {
    const name = rest.slice(3).join('/')
    if (method === 'POST') return signUpload(context, call, third, name)
    if (method === 'PUT') return uploadSigned(context, call, third, name)
  }
  const handler = worded[`${method} ${first}`]
  if (handler && rest.length > 2) return handler(context, call, second, rest.slice(2).join('/'))
  const unworded = plain[method]
  if (unworded && rest.length > 1) return unworded(context, call, first, rest.slice(1).join('/'))
  throw refusals.noRoute(`${method}:${call.url.pathname}`)
}

/** Nothing is cached here, so there is nothing to purge; on a hosted project only the service role may. */
async function purge(context: Context, call: Call, bucket: string): Promise<Response> {
  if (needCaller(call).role !== 'service_role') throw refusals.denied('Access denied')
  await findBucket(context.database, bucket)
  return Response.json({ message: 'success' })
}

function serve(context: Context, resumable: Resumable, call: Call, path: readonly string[]): Promise<Response> {
  const [area, ...rest] = path
  if (area === 'bucket') return serveBuckets(context, call, rest)
  if (area === 'object') return serveObjects(context, call, rest)
  if (area === 'upload' && rest[0] === 'resumable') return resumable.serve(call, rest.slice(1))
  if (area === 'render') throw refusals.noTransformations()
  if (area === 'cdn' && call.request.method === 'DELETE' && rest[0]) return purge(context, call, rest[0])
  if (area === 'status') return Promise.resolve(new Response(null, { status: 200 }))
  throw refusals.noRoute(`${call.request.method}:${call.url.pathname}`)
}

async function callerOf(tokens: Tokens, request: Request, url: URL): Promise<Call['caller']> {
  try {
    return await tokens.caller(request.headers, url)
  } catch (error) {
    return refusals.denied(error instanceof Error ? error.message : 'Invalid JWT')
  }
}

function decodePath(pathname: string): string[] {
  try {
    const parts = pathname.replace(/^\/+/, '').split('/').map(decodeURIComponent)
    while (parts.at(-1) === '') parts.pop()
    return parts
  } catch {
    throw refusals.invalidKey(pathname)
  }
}

async function sweep({ database, files, log }: Context): Promise<void> {
  const rows = await database.query<{ version: string }>(
    'select version from storage.objects where version is not null and metadata is not null'
  )
  const outcome = await files.sweep(new Set(rows.map(({ version }) => version)))
  if (outcome.removed > 0) log.info('storage.swept', { files: outcome.removed })
  if (outcome.missing > 0) log.warn('storage.bytes_missing', { objects: outcome.missing })
}

/**
 * Supabase Storage on one machine: rows in `storage.objects` under their policies, bytes as files. Paths arrive without
 * `/storage/v1`. What a crash left half done is removed first.
 */
export async function createStorage(options: StorageOptions): Promise<StackModule> {
  const { database, tokens, log, filesDir, fileSizeLimit, currentClaims = async (claims) => claims } = options
  await mkdir(filesDir, { recursive: true, mode: 0o700 })
  const files = await createFiles(filesDir)
  const context: Context = { database, files, log, fileSizeLimit, currentClaims, signer: await createSigner(filesDir) }
  await sweep(context)
  const resumable = await createResumable(context, filesDir)

  async function answer(request: Request): Promise<Response> {
    const url = new URL(request.url)
    try {
      const call = { request, url, caller: await callerOf(tokens, request, url) }
      return await serve(context, resumable, call, decodePath(url.pathname))
    } catch (error) {
      const refusal = asRefusal(error)
      if (refusal instanceof StorageError) return refusalResponse(refusal)
      log.error('storage.failed', { method: request.method, path: url.pathname, error })
      return refusalResponse(new StorageError(500, 'InternalError', 'Internal server error'))
    }
  }

  return {
    streamsBody: true,
    // Its own limits come with Supabase's own words.
    bodyLimit: Number.POSITIVE_INFINITY,
    async fetch(request) {
      const response = await answer(request)
      // A refusal may come before the body was read; the rest of it is let go, so that the client gets to read why.
      if (request.body && !request.bodyUsed) await request.body.cancel().catch(() => undefined)
      return response
    },
    stop: () => resumable.stop()
  }
}
