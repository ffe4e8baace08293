import { open } from 'node:fs/promises'
import { refusals } from './errors.ts'

/**
 * Writes a body into a file from `offset` on, and returns the size that the file then has. Bytes that were received before an
 * error are kept.
 *
 * @param size size of the whole upload, which the body may not exceed
 * @param signal aborted when another request for the same upload waits for the lock
 * @throws StorageError if the upload would be too long or `signal` is aborted; an Error if the connection breaks
 */
export async function append(path: string, offset: number, size: number, body: Request['body'], signal: AbortSignal) {
  const reader = body?.getReader()
  if (!reader) return offset
  const handle = await open(path, 'r+')
  const stopped = new Promise<'stopped'>((resolve) => signal.addEventListener('abort', () => resolve('stopped')))
  let position = offset
  try {
    for (;;) {
      const next = await Promise.race([reader.read(), stopped])
      if (next === 'stopped' || signal.aborted) throw refusals.locked()
      if (next.done) break
      const chunk = next.value as Uint8Array
      if (position + chunk.length > size) throw refusals.tus(413, 'The upload is longer than its Upload-Length')
      await handle.write(chunk, 0, chunk.length, position)
      position += chunk.length
    }
  } finally {
    await handle.datasync().finally(() => handle.close())
    await reader.cancel().catch(() => undefined)
  }
  return position
}
