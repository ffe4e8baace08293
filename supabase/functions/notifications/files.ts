import type { CallService } from '../_shared/kernel/call-service.ts'
import { Undeliverable } from './senders/types.ts'

/**
 * Returns a function that removes a file by the Storage API, because deleting the file's row in SQL would leave its bytes in
 * storage. A missing file is no error.
 *
 * @throws {Undeliverable} if the path is empty, or the bucket's name has other characters than a to z
 * @throws {Error} if storage fails
 */
export function createRemoveFile(callService: CallService): (bucket: string, path: string) => Promise<void> {
  return async (bucket, path) => {
    if (!/^[a-z]+$/.test(bucket) || !path) throw new Undeliverable('no file')
    const response = await callService(`/storage/v1/object/${bucket}`, { method: 'DELETE', body: { prefixes: [path] } })
    await response.body?.cancel()
    if (!response.ok) throw new Error(`storage answered ${response.status}`)
  }
}
