import { pooledMap } from '@std/async/pool'
import { concat } from '@std/bytes/concat'
import type { CallService } from '../_shared/kernel/call-service.ts'
import type { Database } from '../_shared/kernel/database.ts'
import { HEAD_BYTES, judge, type Reason } from './content.ts'

/** A file whose check is due, as the SQL function `take_file_checks` returns it. */
interface Due {
  id: number
  bucket: string
  path: string
  /** Names the content that was taken; the result counts only for it. */
  mark: string
  /** Null if the file is gone. */
  size: number | null
  mimetype: string | null
  /** What the bucket admits; null: everything. */
  types: string[] | null
  most_bytes: number | null
}

export interface CheckDeps {
  database: Database
  callService: CallService
}

/**
 * BATCH files are leased at once, for a minute at least, and AT_ONCE of them are read at the same time, each for 8 s at most.
 */
const BATCH = 20
const AT_ONCE = 4

/**
 * Checks the files that are due, and reports each result. A file that cannot be read now is due again later.
 *
 * @returns the number of checked files
 */
export async function checkFiles({ database, callService }: CheckDeps): Promise<number> {
  let checked = 0
  for (;;) {
    const files = await database.rpc<Due[]>('take_file_checks', { most: BATCH })
    for await (const isChecked of pooledMap(AT_ONCE, files, checkFile)) checked += Number(isChecked)
    if (files.length < BATCH) return checked
  }

  /** Checks one file; returns whether its result was stored. Never throws, so the rest of the batch continues. */
  async function checkFile(file: Due): Promise<boolean> {
    try {
      const reason = await reasonAgainst(file)
      await database.rpc('finish_file_check', { id: file.id, mark: file.mark, reason })
      return true
    } catch (error) {
      console.error(`files: ${file.bucket}/${file.path}: ${String(error)}`)
      return false
    }
  }

  async function reasonAgainst({ bucket, path, size, mimetype, types, most_bytes }: Due): Promise<Reason | null> {
    if (size !== null && most_bytes !== null && size > most_bytes) return 'too_large'
    if (mimetype === null || (types !== null && !types.includes(mimetype))) return 'wrong_type'
    if (bucket === 'users' && path.endsWith('/profileImage') && !mimetype.startsWith('image/')) return 'wrong_type'
    const address = path.split('/').map(encodeURIComponent).join('/')
    const response = await callService(`/storage/v1/object/authenticated/${bucket}/${address}`)
    if (!response.ok || !response.body) {
      await response.body?.cancel()
      throw new Error(`storage answered ${response.status}`)
    }
    return judge(await readHead(response.body), mimetype)
  }
}

/** Reads the first HEAD_BYTES of a body, and leaves the rest. */
async function readHead(body: ReadableStream<Uint8Array>): Promise<Uint8Array> {
  const parts: Uint8Array[] = []
  let size = 0
  for await (const part of body) {
    parts.push(part)
    size += part.length
    if (size >= HEAD_BYTES) break
  }
  return concat(parts).subarray(0, HEAD_BYTES)
}
