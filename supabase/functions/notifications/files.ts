import { serverHeaders } from '../_shared/kernel/database.ts'
import type { Environment } from '../_shared/kernel/env.ts'
import { Undeliverable } from './senders/types.ts'

/**
 * Removes a file by the Storage API: SQL must not, because the bytes would stay. A missing file is no error.
 *
 * @throws {Error} if storage fails
 */
export function createRemoveFile(
  { supabaseUrl, secretKey }: Pick<Environment, 'supabaseUrl' | 'secretKey'>,
  fetcher: typeof fetch = fetch,
): (bucket: string, path: string) => Promise<void> {
  return async (bucket, path) => {
    if (!/^[a-z]+$/.test(bucket) || !path) throw new Undeliverable('no file')
    const response = await fetcher(`${supabaseUrl}/storage/v1/object/${bucket}`, {
      method: 'DELETE',
      headers: { 'content-type': 'application/json', ...serverHeaders(secretKey) },
      body: JSON.stringify({ prefixes: [path] }),
      signal: AbortSignal.timeout(8000),
    })
    await response.body?.cancel()
    if (!response.ok) throw new Error(`storage answered ${response.status}`)
  }
}
