import { Hono } from 'hono'
import { isDecodable } from '../address.ts'
import type { Tokens } from '../types.ts'
import { createBucket, emptyBucket, getBucket, listBuckets, removeBucket, updateBucket } from './buckets.ts'
import { type Call, type Context, needCaller } from './context.ts'
import { describeObject, downloadObject, downloadSigned } from './download.ts'
import { asRefusal, refusalResponse, refusals, StorageError } from './errors.ts'
import { listObjects } from './list.ts'
import { copyObject, moveObject, removeObject, removeObjects, signObject, signObjects } from './objects.ts'
import { findBucket } from './rows.ts'
import type { Resumable } from './tus.ts'
import { signUpload, uploadObject, uploadSigned } from './upload.ts'

type Env = { Variables: { call: Call } }
type Handler = (context: Context, call: Call, bucket: string, name: string) => Promise<Response>

/** Creates the routes of Supabase Storage. An object's name may contain slashes, so it is the whole rest of the path. */
export function createRoutes(context: Context, tokens: Tokens, resumable: Resumable): Hono<Env> {
  const app = new Hono<Env>({ getPath: ({ url }) => `/${new URL(url).pathname.replace(/^\/+|\/+$/g, '')}` })
  const on = (route: string, handler: Handler): void => {
    const [method = '', path = ''] = route.split(' ')
    app.on(method, path, ({ req, var: { call } }) =>
      handler(context, call, req.param('bucket') ?? '', req.param('name') ?? '')
    )
  }

  app.onError((error, c) => {
    const refusal = asRefusal(error)
    if (refusal instanceof StorageError) return refusalResponse(refusal)
    context.log.error('storage.failed', { method: c.req.method, path: c.req.path, error })
    return refusalResponse(new StorageError(500, 'InternalError', 'Internal server error'))
  })
  app.notFound((c) => refusalResponse(refusals.noRoute(`${c.req.method}:${c.req.path}`)))
  app.use(async (c, next) => {
    const url = new URL(c.req.url)
    if (!isDecodable(url.pathname)) throw refusals.invalidKey(url.pathname)
    c.set('call', { request: c.req.raw, url, caller: await callerOf(tokens, c.req.raw, url) })
    await next()
  })

  on('GET /bucket', listBuckets)
  on('POST /bucket', createBucket)
  on('GET /bucket/:bucket', getBucket)
  on('PUT /bucket/:bucket', updateBucket)
  on('DELETE /bucket/:bucket', removeBucket)
  on('POST /bucket/:bucket/empty', emptyBucket)

  on('POST /object/move', moveObject)
  on('POST /object/copy', copyObject)
  on('POST /object/list/:bucket', listObjects)
  on('POST /object/sign/:bucket', signObjects)
  on('DELETE /object/:bucket', removeObjects)
  on('GET /object/info/public/:bucket/:name{.+}', (...call) => describeObject(...call, 'public'))
  on('GET /object/info/authenticated/:bucket/:name{.+}', (...call) => describeObject(...call, 'authenticated'))
  on('GET /object/info/:bucket/:name{.+}', (...call) => describeObject(...call, 'authenticated'))
  on('POST /object/upload/sign/:bucket/:name{.+}', signUpload)
  on('PUT /object/upload/sign/:bucket/:name{.+}', uploadSigned)
  on('GET /object/public/:bucket/:name{.+}', (...call) => downloadObject(...call, 'public'))
  on('GET /object/authenticated/:bucket/:name{.+}', (...call) => downloadObject(...call, 'authenticated'))
  on('GET /object/sign/:bucket/:name{.+}', downloadSigned)
  on('POST /object/sign/:bucket/:name{.+}', signObject)
  on('GET /object/:bucket/:name{.+}', (...call) => downloadObject(...call, 'authenticated'))
  on('POST /object/:bucket/:name{.+}', uploadObject)
  on('PUT /object/:bucket/:name{.+}', uploadObject)
  on('DELETE /object/:bucket/:name{.+}', removeObject)

  // Accept any method, because an upload may state its real method in a header. The handler itself parses method and path.
  app.all('/upload/resumable/*', ({ req, var: { call } }) => resumable.serve(call, req.path.split('/').slice(3)))
  on('DELETE /cdn/:bucket/*', purge)
  app.all('/render/*', () => {
    throw refusals.noTransformations()
  })
  app.all('/status', () => new Response(null, { status: 200 }))
  return app
}

async function callerOf(tokens: Tokens, request: Request, url: URL): Promise<Call['caller']> {
  try {
    return await tokens.caller(request.headers, url)
  } catch (error) {
    return refusals.denied(error instanceof Error ? error.message : 'Invalid JWT')
  }
}

/**
 * Handles a request to purge a cache. There is no cache, so nothing is purged. As on a hosted project, only the service role
 * may ask for it.
 */
async function purge(context: Context, call: Call, bucket: string): Promise<Response> {
  if (needCaller(call).role !== 'service_role') throw refusals.denied('Access denied')
  await findBucket(context.database, bucket)
  return Response.json({ message: 'success' })
}
