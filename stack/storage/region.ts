import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
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
 * The app tells drivers outside the area that they get no offers.
 *
 * @param folder The region's folder; null for no limit.
 */
export async function announceServiceArea(database: Database, folder: string | null): Promise<void> {
  const file = folder && (await readFile(join(folder, 'region.json'), 'utf8').catch(() => null))
  const box = file ? (JSON.parse(file) as { bbox: number[] }).bbox : []
  await database.query(
    'select public.set_service_area($1, $2, $3, $4)',
    [0, 1, 2, 3].map((side) => box[side] ?? null)
  )
}
