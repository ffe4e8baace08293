import type { Claims, Database, Sql } from '../types.ts'
import { asRefusal, refusals } from './errors.ts'

export interface Bucket {
  id: string
  name: string
  public: boolean
  file_size_limit: number | null
  allowed_mime_types: string[] | null
}

export interface ObjectRow {
  id: string
  bucket_id: string
  name: string
  owner: string | null
  version: string
  metadata: ObjectMetadata
  user_metadata: Record<string, unknown> | null
  created_at: Date
  updated_at: Date
}

/** The content of the column storage.objects.metadata, with Supabase's field names. */
export interface ObjectMetadata {
  eTag: string
  size: number
  mimetype: string
  cacheControl: string
  lastModified: string
  contentLength: number
  httpStatusCode: number
}

/** An object to store, with its owner and the caller who stores it. */
export interface Target {
  bucket: string
  name: string
  caller: Claims
  owner: string | null
  upsert: boolean
}

class Undo extends Error {}

/** Statement timeouts by role, as on hosted Supabase; `0` is no timeout. All other roles have 3 s. */
const timeouts: Record<string, string> = { authenticated: '8s', service_role: '0' }

const isUuid = (text: string | null): boolean => text !== null && /^[0-9a-f-]{36}$/i.test(text)

const insert = 'insert into storage.objects (bucket_id, name, owner, owner_id, version, metadata, user_metadata)'
const replace = `on conflict (bucket_id, name) do update set owner = excluded.owner, owner_id = excluded.owner_id,
  version = excluded.version, metadata = excluded.metadata, user_metadata = excluded.user_metadata, updated_at = now()`

/** Runs `work` in a transaction with the caller's role and claims, like PostgREST. */
export async function asCaller<T>(
  database: Database,
  caller: Claims,
  operation: string,
  work: (tx: Sql) => Promise<T>
): Promise<T> {
  try {
    return await database.transaction(async (tx) => {
      await become(tx, caller, operation)
      return work(tx)
    })
  } catch (error) {
    throw asRefusal(error)
  }
}

async function become(tx: Sql, caller: Claims, operation: string): Promise<void> {
  await tx.query(
    `select set_config('role', $1, true), set_config('request.jwt.claims', $2, true),
      set_config('request.jwt.claim.sub', $3, true), set_config('request.jwt.claim.role', $1, true),
      set_config('storage.operation', $4, true), set_config('storage.allow_delete_query', 'true', true),
      set_config('search_path', 'public, extensions', true), set_config('statement_timeout', $5, true)`,
    [caller.role, JSON.stringify(caller), caller.sub ?? '', operation, timeouts[caller.role] ?? '3s']
  )
}

async function insertPlace(tx: Sql, { bucket, name, owner }: Place, onConflict: string): Promise<void> {
  const id = isUuid(owner) ? owner : null
  await tx.query(`${insert} values ($1, $2, $3::uuid, $4, '1', null, null) ${onConflict}`, [bucket, name, id, owner])
}

const tryPut = (tx: Sql, target: Target): Promise<void> => insertPlace(tx, target, target.upsert ? replace : '')

/** Where the object of a running upload will be stored. */
export type Place = Pick<Target, 'bucket' | 'name' | 'owner'>

/**
 * Checks by the policies that the caller may store the object. Stores nothing.
 *
 * @param open Further running uploads of the owner. The policies see them as if they were finished, so that a policy that
 * counts objects includes them.
 * @throws StorageError
 */
export async function checkPut(
  database: Database,
  target: Target,
  operation: string,
  open: readonly Place[] = []
): Promise<void> {
  const work = database.transaction(async (tx) => {
    for (const place of open) await insertPlace(tx, place, 'on conflict do nothing')
    await become(tx, target.caller, operation)
    await tryPut(tx, target)
    throw new Undo()
  })
  await work.catch((error: unknown) => {
    if (!(error instanceof Undo)) throw asRefusal(error)
  })
}

/**
 * Makes stored bytes visible as an object: checks the policies again, then writes the row.
 *
 * @returns The row's id, and the version that was replaced; the caller removes the bytes of that version.
 * @throws StorageError if the policies do not allow it.
 */
export async function put(
  database: Database,
  target: Target,
  operation: string,
  version: string,
  metadata: ObjectMetadata,
  userMetadata: object | null
): Promise<{ id: string; replaced: string | null }> {
  return asCaller(database, target.caller, operation, async (tx) => {
    // Lock by owner, so that each person's objects are stored one after the other. A policy that counts a person's files then
    // sees all earlier ones.
    if (target.owner) await tx.query('select pg_advisory_xact_lock(hashtextextended($1, 1))', [target.owner])
    await tx.query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [`${target.bucket}/${target.name}`])
    await tx.exec('savepoint permission')
    await tryPut(tx, target)
    await tx.exec(`rollback to savepoint permission; set local role none`)
    const [old] = await tx.query<{ version: string | null }>(
      'select version from storage.objects where bucket_id = $1 and name = $2 for update',
      [target.bucket, target.name]
    )
    const [row] = await tx.query<{ id: string }>(
      `${insert} values ($1, $2, $3::uuid, $4, $5, $6::jsonb, $7::jsonb) ${replace} returning id`,
      [
        target.bucket,
        target.name,
        isUuid(target.owner) ? target.owner : null,
        target.owner,
        version,
        JSON.stringify(metadata),
        userMetadata === null ? null : JSON.stringify(userMetadata)
      ]
    )
    if (!row) throw new Error('no row')
    return { id: row.id, replaced: old?.version ?? null }
  })
}

/** Finds a bucket. @throws StorageError NoSuchBucket. */
export async function findBucket(database: Database, id: string): Promise<Bucket> {
  const [bucket] = await database.query<Bucket>(
    'select id, name, public, file_size_limit, allowed_mime_types from storage.buckets where id = $1',
    [id]
  )
  if (!bucket) throw refusals.noSuchBucket()
  return { ...bucket, file_size_limit: bucket.file_size_limit === null ? null : Number(bucket.file_size_limit) }
}

/**
 * Finds an object in a public bucket. For a private bucket it returns `private`, and the caller must check the policies.
 *
 * @throws StorageError NoSuchBucket, or NoSuchKey in a public bucket.
 */
export async function findPublic(database: Database, bucket: string, name: string): Promise<ObjectRow | 'private'> {
  const [row] = await database.query<ObjectRow & { is_public: boolean }>(
    `select b.public as is_public, o.* from storage.buckets b
      left join storage.objects o on b.public and o.bucket_id = b.id and o.name = $2 where b.id = $1`,
    [bucket, name]
  )
  if (!row) throw refusals.noSuchBucket()
  if (!row.is_public) return 'private'
  if (!row.metadata) throw refusals.noSuchKey()
  return row
}

/** Finds an object that the caller may see. @throws StorageError NoSuchKey */
export async function findObject(
  database: Database,
  caller: Claims,
  bucket: string,
  name: string,
  operation: string
): Promise<ObjectRow> {
  const sql = 'select * from storage.objects where bucket_id = $1 and name = $2'
  const [row] = await asCaller(database, caller, operation, (tx) => tx.query<ObjectRow>(sql, [bucket, name]))
  if (!row?.metadata) throw refusals.noSuchKey()
  return row
}
