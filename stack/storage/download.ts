import { type Call, type Context, needCaller } from './context.ts'
import { refusals } from './errors.ts'
import { findObject, findPublic, type ObjectRow } from './rows.ts'
import { essence } from './rules.ts'
import { currentSigner } from './sign.ts'

interface Found {
  object: ObjectRow
  /** When the signed address expires; only for signed addresses. */
  expires?: Date
}

/**
 * Finds an object. In a public bucket everyone may read it. In a private bucket the caller's rights decide.
 *
 * @param way `public` for the path `/object/public`, by which private buckets are not found; `authenticated` for other paths
 * @throws StorageError
 */
async function find(
  { database }: Context,
  call: Call,
  bucketId: string,
  name: string,
  way: 'public' | 'authenticated'
): Promise<ObjectRow> {
  const found = await findPublic(database, bucketId, name)
  if (found !== 'private') return found
  if (way === 'public') throw refusals.noSuchBucket()
  return findObject(database, needCaller(call), bucketId, name, 'storage.object.get_authenticated')
}

const list = (header: string): string[] => header.split(',').map((tag) => tag.trim().replace(/^W\//, ''))

/**
 * Returns the status of a conditional request: 304 if the client's copy is current, else 200.
 *
 * @throws StorageError 412 if a condition is not met (RFC 9110, section 13.2.2).
 */
function checkConditions(headers: Headers, eTag: string, modified: number): 200 | 304 {
  const second = Math.floor(modified / 1000) * 1000
  const ifMatch = headers.get('if-match')
  const since = Date.parse(headers.get('if-unmodified-since') ?? '')
  if (ifMatch !== null) {
    if (ifMatch !== '*' && !list(ifMatch).includes(eTag)) throw refusals.preconditionFailed()
  } else if (second > since) throw refusals.preconditionFailed()
  const ifNoneMatch = headers.get('if-none-match')
  if (ifNoneMatch !== null) return ifNoneMatch === '*' || list(ifNoneMatch).includes(eTag) ? 304 : 200
  return second <= Date.parse(headers.get('if-modified-since') ?? '') ? 304 : 200
}

/** Returns the requested range of bytes, or null for the whole object. @throws StorageError if the range is invalid. */
function readRange(headers: Headers, size: number, eTag: string, modified: string) {
  const ifRange = headers.get('if-range')
  if (ifRange !== null && ifRange !== eTag && ifRange !== modified) return null
  const [, from = '', to = ''] = /^bytes=(\d*)-(\d*)$/.exec(headers.get('range') ?? '') ?? []
  if (from === '' && to === '') return null
  const start = from === '' ? Math.max(0, size - Number(to)) : Number(from)
  const end = from === '' || to === '' ? size - 1 : Math.min(Number(to), size - 1)
  if (start >= size || start > end) throw refusals.invalidRange()
  return { start, end }
}

/**
 * Matches types that a browser may show itself instead of saving them. SVG is not among them, because such a picture can
 * contain scripts.
 */
const inlineTypes =
  /^(image\/(png|jpeg|webp|gif|avif|bmp)|(audio|video)\/[\w.+-]+|text\/plain|application\/(pdf|json))$/

/**
 * Returns the type with which an object is served. HTML and scripts become plain text, because a browser would run them with
 * the API's origin.
 */
const harmless = (type: string): string => (/html|javascript/.test(essence(type)) ? 'text/plain' : type)

/**
 * Headers of every response with an object, whatever its type. They ensure that in a browser the object runs nothing, loads
 * nothing and has no origin.
 */
const guards = {
  'x-content-type-options': 'nosniff',
  'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; sandbox",
  'referrer-policy': 'no-referrer'
}

function disposition(download: string): string {
  if (download === '') return 'attachment;'
  const name = encodeURIComponent(download)
  return `attachment; filename=${name}; filename*=UTF-8''${name}`
}

async function send({ files }: Context, { request, url }: Call, { object, expires }: Found): Promise<Response> {
  const { metadata, version } = object
  const modifiedAt = new Date(metadata.lastModified)
  const modified = modifiedAt.toUTCString()
  const headers = new Headers({
    ...guards,
    'accept-ranges': 'bytes',
    'content-disposition': inlineTypes.test(essence(metadata.mimetype)) ? 'inline' : 'attachment',
    'content-type': harmless(metadata.mimetype),
    etag: metadata.eTag,
    'last-modified': modified
  })
  if (expires) headers.set('expires', expires.toUTCString())
  else headers.set('cache-control', metadata.cacheControl)
  const download = url.searchParams.get('download')
  if (download !== null) headers.set('content-disposition', disposition(download))
  if (checkConditions(request.headers, metadata.eTag, modifiedAt.getTime()) === 304) {
    return new Response(null, { status: 304, headers })
  }
  const range = readRange(request.headers, metadata.size, metadata.eTag, modified)
  headers.set('content-length', String(range ? range.end - range.start + 1 : metadata.size))
  if (range) headers.set('content-range', `bytes ${range.start}-${range.end}/${metadata.size}`)
  const status = range ? 206 : 200
  if (request.method === 'HEAD' || metadata.size === 0) return new Response(null, { status, headers })
  return new Response(await files.read(version, range ?? undefined), { status, headers })
}

/**
 * Finds an object and sends it. Tries once more if an upload has replaced the object after `look` found its row and before its
 * bytes were opened.
 */
async function sendFound(context: Context, call: Call, look: () => Promise<Found>): Promise<Response> {
  for (let attempt = 0; ; attempt += 1) {
    try {
      return await send(context, call, await look())
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
      if (attempt > 0) throw refusals.noSuchKey()
    }
  }
}

/** Handles `GET` and `HEAD /object/[public/|authenticated/]<bucket>/<name>`: sends an object. */
export function downloadObject(
  context: Context,
  call: Call,
  bucket: string,
  name: string,
  way: 'public' | 'authenticated'
): Promise<Response> {
  return sendFound(context, call, async () => ({ object: await find(context, call, bucket, name, way) }))
}

/** Handles `GET` and `HEAD /object/sign/<bucket>/<name>?token=…`: sends an object by a signed address. */
export function downloadSigned(context: Context, call: Call, bucket: string, name: string): Promise<Response> {
  return sendFound(context, call, async () => {
    const token = call.url.searchParams.get('token')
    if (!token) throw refusals.invalidRequest(`querystring must have required property 'token'`)
    const { exp, signer } = await context.signer.verify(token, `${bucket}/${name}`, 'download')
    const caller = await currentSigner(context, signer)
    const object = await findObject(context.database, caller, bucket, name, 'storage.object.get_signed')
    return { object, expires: new Date(exp * 1000) }
  })
}

/** Handles `GET /object/info/[public/|authenticated/]<bucket>/<name>`: returns the description of an object. */
export async function describeObject(
  context: Context,
  call: Call,
  bucket: string,
  name: string,
  way: 'public' | 'authenticated'
): Promise<Response> {
  const object = await find(context, call, bucket, name, way)
  const { metadata } = object
  return Response.json({
    id: object.id,
    name: object.name,
    version: object.version,
    bucket_id: object.bucket_id,
    size: metadata.size,
    content_type: metadata.mimetype,
    cache_control: metadata.cacheControl,
    etag: metadata.eTag,
    metadata: object.user_metadata,
    last_modified: metadata.lastModified,
    created_at: object.created_at
  })
}
