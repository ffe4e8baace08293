import { type Call, type Context, needCaller, readChoice, readInteger, readJson } from './context.ts'
import { refusals } from './errors.ts'
import { asCaller, findBucket } from './rows.ts'

const sortColumns = ['name', 'updated_at', 'created_at', 'last_accessed_at'] as const

const escapeLike = (text: string): string => text.replace(/[\\%_]/g, '\\$&')

/**
 * Handles `POST /object/list/<bucket>`: lists the folders and objects just below a prefix, limited to what the caller may see.
 */
export async function listObjects(context: Context, call: Call, bucket: string): Promise<Response> {
  const caller = needCaller(call)
  const body = await readJson(call.request)
  if (typeof body.prefix !== 'string') throw refusals.invalidRequest(`body must have required property 'prefix'`)
  const limit = readInteger(body.limit, 'body/limit', 100, 1, 1000)
  const offset = readInteger(body.offset, 'body/offset', 0, 0, 1e9)
  const sortBy = (body.sortBy ?? {}) as Record<string, unknown>
  const column = readChoice(sortBy.column, 'body/sortBy/column', 'name', sortColumns)
  const order = readChoice(sortBy.order, 'body/sortBy/order', 'asc', ['asc', 'desc'])
  const search = typeof body.search === 'string' ? body.search : ''
  const trimmed = body.prefix.replace(/^\/+|\/+$/g, '')
  const prefix = trimmed === '' ? '' : `${trimmed}/`
  await findBucket(context.database, bucket)
  // Folders have no rows. A folder in the list represents the objects below it. Sorted by a time, which they have not, folders
  // come before the objects.
  const sorting =
    column === 'name'
      ? `lower(name) collate "C" ${order}`
      : `(id is null) desc, ${column} ${order}, name collate "C" ${order}`
  const rows = await asCaller(context.database, caller, 'storage.object.list', (tx) =>
    tx.query(
      `with below as (
          select o.*, substr(o.name, length($2) + 1) as rest from storage.objects o
          where o.bucket_id = $1 and o.name like $3 and substr(o.name, length($2) + 1) ilike $4
        ), entries as (
          select distinct split_part(rest, '/', 1) as name, null::uuid as id, null::timestamptz as updated_at,
            null::timestamptz as created_at, null::timestamptz as last_accessed_at, null::jsonb as metadata
          from below where position('/' in rest) > 0
          union all
          select rest, id, updated_at, created_at, last_accessed_at, metadata
          from below where position('/' in rest) = 0
        )
        select * from entries order by ${sorting}
        limit $5 offset $6`,
      [bucket, prefix, `${escapeLike(prefix)}%`, `${escapeLike(search)}%`, limit, offset]
    )
  )
  return Response.json(rows)
}
