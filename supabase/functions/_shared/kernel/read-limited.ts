import { concat } from '@std/bytes/concat'

/**
 * Returns the bytes of a stream.
 *
 * @throws {RangeError} as soon as more than `limit` bytes have arrived; the rest is not read, and the stream is cancelled
 */
export async function readLimited(stream: ReadableStream<Uint8Array>, limit: number): Promise<Uint8Array<ArrayBuffer>> {
  const parts: Uint8Array[] = []
  let length = 0
  for await (const part of stream) {
    length += part.length
    if (length > limit) throw new RangeError(`longer than ${limit} bytes`)
    parts.push(part)
  }
  return concat(parts)
}
