import { createHash } from 'node:crypto'
import { open, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Database, Log, StackModule } from '../types.ts'

const files = [
  { name: 'graph.bin', type: 'application/octet-stream' },
  { name: 'places.json', type: 'application/json' }
] as const

/**
 * Uploads the map region's files into the private bucket `regions`, from where the edge functions load them. Files that have
 * not changed are skipped. If there is no region, or no bucket for it, nothing is uploaded.
 *
 * @param folder The region's folder.
 * @param secretKey API key with which the upload bypasses row security.
 */
export async function uploadRegion(
  storage: StackModule,
  database: Database,
  folder: string,
  secretKey: string,
  log: Log
): Promise<void> {
  const [bucket] = await database.query(`select from storage.buckets where id = 'regions'`)
  if (!bucket) return
  await database.exec('create table if not exists stack.uploads (path text primary key, hash text not null)')
  for (const { name, type } of files) {
    const content = await readFile(join(folder, name)).catch(() => null)
    if (!content) continue
    const path = `current/${name}`
    const hash = createHash('sha256').update(content).digest('hex')
    const known = await database.query('select from stack.uploads where path = $1 and hash = $2', [path, hash])
    if (known.length > 0) continue
    const request = new Request(`http://127.0.0.1/object/regions/${path}`, {
      method: 'POST',
      headers: { apikey: secretKey, 'content-type': type, 'x-upsert': 'true' },
      body: new Uint8Array(content)
    })
    const response = await storage.fetch(request, { address: '127.0.0.1' })
    if (!response.ok) {
      log.error('region.upload_failed', { path, status: response.status, answer: await response.text() })
      continue
    }
    await database.query(
      'insert into stack.uploads (path, hash) values ($1, $2) on conflict (path) do update set hash = excluded.hash',
      [path, hash]
    )
    log.info('region.uploaded', { path, bytes: content.length })
  }
}

/**
 * Stores in the database the area in which trips may begin: the bounding box of the map region, or no limit without a region.
 * The app tells drivers outside the area that they get no offers. With it the country of the region, which the settings should
 * have, too: a search that is restricted to another country finds nothing.
 *
 * @param folder The region's folder; null for no limit.
 */
export async function announceServiceArea(database: Database, folder: string | null, log: Log): Promise<void> {
  const file = folder && (await readFile(join(folder, 'region.json'), 'utf8').catch(() => null))
  const box = file ? (JSON.parse(file) as { bbox: number[] }).bbox : []
  const region = folder && file ? await countryOf(folder) : null
  await database.query('select public.set_service_area($1, $2, $3, $4, $5)', [
    ...[0, 1, 2, 3].map((side) => box[side] ?? null),
    region
  ])
  // A firm whose owner has not come yet still has the built-in country; its set-up proposes the region's.
  const [row] = await database.query<{ country: string }>(
    "select country from public.settings where exists (select 1 from public.profiles where usertype = 'admin')"
  )
  if (region && row && row.country !== region) log.warn('region.other_country', { region, settings: row.country })
}

/** Returns the country that the places of a region are in, as the importer found it; null if it found none. */
async function countryOf(folder: string): Promise<string | null> {
  const file = await open(join(folder, 'places.json')).catch(() => null)
  if (!file) return null
  try {
    // The file can be large; the country is among its first fields.
    const { buffer, bytesRead } = await file.read(Buffer.alloc(4096), 0, 4096, 0)
    return /"country":"([A-Z]{2})"/.exec(buffer.subarray(0, bytesRead).toString())?.[1] ?? null
  } finally {
    await file.close()
  }
}
