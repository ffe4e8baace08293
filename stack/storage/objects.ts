import type { Claims } from '../types.ts'
import { checkContent } from './content.ts'
import { type Call, type Context, needCaller, needText, readInteger, readJson } from './context.ts'
import { refusals } from './errors.ts'
import { asCaller, type Bucket, checkPut, findBucket, findObject, type ObjectRow, type Target } from './rows.ts'
import { checkName } from './rules.ts'
import { signerOf } from './sign.ts'
import { parseUserMetadata, publish } from './upload.ts'

const missing = 'Either the object does not exist or you do not have access to it'
/** Longest validity of a signed address (s). An hour is enough, because a page requests a link only when it shows it. */
const longestGrant = 3600

function readPaths(value: unknown, name: string): string[] {
  if (!Array.isArray(value)) throw refusals.invalidRequest(`body/${name} must be array`)
  if (value.length === 0) throw refusals.invalidRequest(`body/${name} must NOT have fewer than 1 items`)
  if (value.length > 1000) throw refusals.invalidRequest(`body/${name} must NOT have more than 1000 items`)
  return value.map((entry) => {
    if (typeof entry === 'string') return entry
    throw refusals.invalidRequest(`body/${name} must hold paths: objects have one version here`)
  })
}

async function removeNames({ database, files }: Context, call: Call, bucket: string, names: string[]) {
  const rows = await asCaller(database, needCaller(call), 'storage.object.delete_many', (tx) =>
    tx.query<ObjectRow>(
      `delete from storage.objects where bucket_id = $1
        and name in (select jsonb_array_elements_text($2::jsonb)) returning *`,
      [bucket, JSON.stringify(names)]
    )
  )
  await files.remove(rows.map(({ version }) => version))
  return rows
}

/**
 * Handles `DELETE /object/<bucket>` with `{prefixes}`: removes objects by name, and returns those that were removed. Unknown
 * names are ignored.
 */
export async function removeObjects(context: Context, call: Call, bucket: string): Promise<Response> {
  needCaller(call)
  const names = readPaths((await readJson(call.request)).prefixes, 'prefixes')
  await findBucket(context.database, bucket)
  return Response.json(await removeNames(context, call, bucket, names))
}

/** Handles `DELETE /object/<bucket>/<name>`: removes one object. */
export async function removeObject(context: Context, call: Call, bucket: string, name: string): Promise<Response> {
  const removed = await removeNames(context, call, bucket, [name])
  if (removed.length === 0) throw refusals.noSuchKey()
  return Response.json({ message: 'Successfully deleted' })
}

interface Journey {
  bucket: string
  from: string
  toBucket: Bucket
  to: string
}

async function readJourney({ database }: Context, body: Record<string, unknown>): Promise<Journey> {
  const bucket = needText(body, 'bucketId')
  const from = needText(body, 'sourceKey')
  const to = checkName(needText(body, 'destinationKey'))
  const source = await findBucket(database, bucket)
  const other = typeof body.destinationBucket === 'string' ? body.destinationBucket : bucket
  const toBucket = other === bucket ? source : await findBucket(database, other)
  return { bucket, from, toBucket, to }
}

/** Handles `POST /object/move`: changes the row of an object; its bytes stay where they are. */
export async function moveObject(context: Context, call: Call): Promise<Response> {
  const caller = needCaller(call)
  const { bucket, from, toBucket, to } = await readJourney(context, await readJson(call.request))
  if (toBucket.id !== bucket) {
    const { metadata } = await findObject(context.database, caller, bucket, from, 'storage.object.move')
    checkContent(context, toBucket, metadata)
  }
  const [row] = await asCaller(context.database, caller, 'storage.object.move', (tx) =>
    tx.query<{ id: string }>(
      `update storage.objects set bucket_id = $3, name = $4, owner = coalesce($5::uuid, owner),
          owner_id = coalesce($6, owner_id), updated_at = now()
        where bucket_id = $1 and name = $2 returning id`,
      [bucket, from, toBucket.id, to, caller.sub ?? null, caller.sub ?? null]
    )
  )
  if (!row) throw refusals.noSuchKey()
  return Response.json({ message: 'Successfully moved', Id: row.id, Key: `${toBucket.id}/${to}` })
}

/** Handles `POST /object/copy`: copies an object. With `copyMetadata: false` in the body, the request gives other metadata. */
export async function copyObject(context: Context, call: Call): Promise<Response> {
  const caller = needCaller(call)
  const body = await readJson(call.request)
  const { bucket, from, toBucket, to } = await readJourney(context, body)
  const source = await findObject(context.database, caller, bucket, from, 'storage.object.copy')
  const owner = caller.sub ?? null
  const upsert = call.request.headers.get('x-upsert') === 'true'
  const target: Target = { bucket: toBucket.id, name: to, caller, owner, upsert }
  await checkPut(context.database, target, 'storage.object.copy')
  const keeps = body.copyMetadata !== false
  const given = call.request.headers.get('x-metadata')
  const userMetadata = keeps
    ? source.user_metadata
    : parseUserMetadata(given === null ? null : Buffer.from(given, 'base64').toString('utf8'))
  const changes = keeps ? {} : ((body.metadata ?? {}) as { cacheControl?: string; mimetype?: string })
  const metadata = {
    ...source.metadata,
    ...(typeof changes.cacheControl === 'string' ? { cacheControl: changes.cacheControl } : {}),
    ...(typeof changes.mimetype === 'string' ? { mimetype: changes.mimetype } : {}),
    lastModified: new Date().toISOString()
  }
  const version = await context.files.copy(source.version)
  const stored = { version, size: metadata.size, eTag: metadata.eTag }
  const id = await publish(context, target, 'storage.object.copy', stored, metadata, userMetadata)
  return Response.json({ Id: id, Key: `${toBucket.id}/${to}`, bucket_id: toBucket.id, name: to, version, metadata })
}

function readExpiry(body: Record<string, unknown>): number {
  if (body.expiresIn === undefined) throw refusals.invalidRequest(`body must have required property 'expiresIn'`)
  return readInteger(body.expiresIn, 'body/expiresIn', 0, 1, longestGrant)
}

async function grant(context: Context, caller: Claims, url: string, expiresIn: number): Promise<string> {
  const token = await context.signer.sign({ url, purpose: 'download', signer: signerOf(caller) }, expiresIn)
  return `/object/sign/${url}?token=${token}`
}

/**
 * Handles `POST /object/sign/<bucket>/<name>`: returns a signed address. The caller must be able to read the object. The
 * address works only as long as the caller keeps this right.
 */
export async function signObject(context: Context, call: Call, bucket: string, name: string): Promise<Response> {
  const caller = needCaller(call)
  const body = await readJson(call.request)
  if (body.transform) throw refusals.noTransformations()
  const expiresIn = readExpiry(body)
  await findBucket(context.database, bucket)
  await findObject(context.database, caller, bucket, name, 'storage.object.sign')
  return Response.json({ signedURL: await grant(context, caller, `${bucket}/${name}`, expiresIn) })
}

/**
 * Handles `POST /object/sign/<bucket>` with `{paths}`: returns for each path a signed address, or an error if the caller cannot
 * read the object.
 */
export async function signObjects(context: Context, call: Call, bucket: string): Promise<Response> {
  const caller = needCaller(call)
  const body = await readJson(call.request)
  const expiresIn = readExpiry(body)
  const paths = readPaths(body.paths, 'paths')
  await findBucket(context.database, bucket)
  const rows = await asCaller(context.database, caller, 'storage.object.sign_many', (tx) =>
    tx.query<{ name: string }>(
      `select name from storage.objects where bucket_id = $1
        and name in (select jsonb_array_elements_text($2::jsonb))`,
      [bucket, JSON.stringify(paths)]
    )
  )
  const seen = new Set(rows.map(({ name }) => name))
  const entries = paths.map(async (path) => ({
    error: seen.has(path) ? null : missing,
    path,
    signedURL: seen.has(path) ? await grant(context, caller, `${bucket}/${path}`, expiresIn) : null
  }))
  return Response.json(await Promise.all(entries))
}
