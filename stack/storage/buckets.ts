import { type Call, type Context, needCaller, needText, readChoice, readInteger, readJson } from './context.ts'
import { refusals } from './errors.ts'
import { asCaller } from './rows.ts'
import { checkBucketName, readMimeTypes, readSizeLimit } from './rules.ts'

// Columns of a bucket in responses. By the policies on storage.buckets, only the service role can read or change buckets.
const columns = `id, name, owner, public, type, file_size_limit, allowed_mime_types, created_at, updated_at`
const sortColumns = ['id', 'name', 'created_at', 'updated_at'] as const

const done = (message: string): Response => Response.json({ message })

function render(row: Record<string, unknown>): Record<string, unknown> {
  return { ...row, file_size_limit: row.file_size_limit === null ? null : Number(row.file_size_limit) }
}

export async function listBuckets({ database }: Context, call: Call): Promise<Response> {
  const query = call.url.searchParams
  const limit = readInteger(query.get('limit'), 'querystring/limit', 1000, 1, 1000)
  const offset = readInteger(query.get('offset'), 'querystring/offset', 0, 0, 1e9)
  const column = readChoice(query.get('sortColumn'), 'querystring/sortColumn', 'name', sortColumns)
  const order = readChoice(query.get('sortOrder'), 'querystring/sortOrder', 'asc', ['asc', 'desc'])
  const rows = await asCaller(database, needCaller(call), 'storage.bucket.list', (tx) =>
    tx.query(
      `select ${columns} from storage.buckets where strpos(lower(name), lower($1)) > 0
        order by ${column} ${order} limit $2 offset $3`,
      [query.get('search') ?? '', limit, offset]
    )
  )
  return Response.json(rows.map(render))
}

export async function createBucket({ database, fileSizeLimit }: Context, call: Call): Promise<Response> {
  const caller = needCaller(call)
  const body = await readJson(call.request)
  const name = checkBucketName(needText(body, 'name'))
  const id = body.id === undefined ? name : checkBucketName(needText(body, 'id'))
  const limit = readSizeLimit(body.file_size_limit, fileSizeLimit)
  const types = readMimeTypes(body.allowed_mime_types)
  const owner = caller.sub ?? null
  await asCaller(database, caller, 'storage.bucket.create', (tx) =>
    tx.query(
      `insert into storage.buckets (id, name, owner, owner_id, public, file_size_limit, allowed_mime_types)
        values ($1, $2, $3::uuid, $4, $5, $6,
          case when $7::jsonb is not null then array(select jsonb_array_elements_text($7::jsonb)) end)`,
      [id, name, owner, owner, body.public === true, limit, types && JSON.stringify(types)]
    )
  )
  return Response.json({ name })
}

export async function getBucket({ database }: Context, call: Call, id: string): Promise<Response> {
  const [row] = await asCaller(database, needCaller(call), 'storage.bucket.get', (tx) =>
    tx.query(`select ${columns} from storage.buckets where id = $1`, [id])
  )
  if (!row) throw refusals.noSuchBucket()
  return Response.json(render(row))
}

export async function updateBucket({ database, fileSizeLimit }: Context, call: Call, id: string): Promise<Response> {
  const caller = needCaller(call)
  const body = await readJson(call.request)
  const changes: Record<string, unknown> = {}
  if (body.public !== undefined) changes.public = body.public === true
  if (body.file_size_limit !== undefined) changes.file_size_limit = readSizeLimit(body.file_size_limit, fileSizeLimit)
  if (body.allowed_mime_types !== undefined) changes.allowed_mime_types = readMimeTypes(body.allowed_mime_types)
  const rows = await asCaller(database, caller, 'storage.bucket.update', (tx) =>
    tx.query(
      `update storage.buckets b set updated_at = now(), public = coalesce(c.public, b.public),
          file_size_limit = case when $2::jsonb ? 'file_size_limit' then c.file_size_limit else b.file_size_limit end,
          allowed_mime_types =
            case when $2::jsonb ? 'allowed_mime_types' then c.allowed_mime_types else b.allowed_mime_types end
        from jsonb_to_record($2::jsonb) as c (public boolean, file_size_limit bigint, allowed_mime_types text[])
        where b.id = $1 returning b.id`,
      [id, JSON.stringify(changes)]
    )
  )
  if (rows.length === 0) throw refusals.noSuchBucket()
  return done('Successfully updated')
}

export async function emptyBucket({ database, files }: Context, call: Call, id: string): Promise<Response> {
  const removed = await asCaller(database, needCaller(call), 'storage.bucket.empty', async (tx) => {
    const [bucket] = await tx.query('select id from storage.buckets where id = $1', [id])
    if (!bucket) throw refusals.noSuchBucket()
    return tx.query<{ version: string }>('delete from storage.objects where bucket_id = $1 returning version', [id])
  })
  await files.remove(removed.map(({ version }) => version))
  return done('Successfully emptied')
}

export async function removeBucket({ database }: Context, call: Call, id: string): Promise<Response> {
  await asCaller(database, needCaller(call), 'storage.bucket.delete', async (tx) => {
    const [bucket] = await tx.query('select id from storage.buckets where id = $1 for update', [id])
    if (!bucket) throw refusals.noSuchBucket()
    const rows = await tx
      .query('delete from storage.buckets where id = $1 returning id', [id])
      .catch((error: Error & { code?: string }) => {
        throw error.code === '23503' ? refusals.bucketNotEmpty() : error
      })
    if (rows.length === 0) throw refusals.noSuchBucket()
  })
  return done('Successfully deleted')
}
