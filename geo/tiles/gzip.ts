import { gzipSync } from 'node:zlib'

/** Compresses data with gzip, with a fixed platform byte in the header, so that the result is the same on each machine. */
export function gzip(data: Uint8Array): Uint8Array {
  const zipped = gzipSync(data, { level: 9 })
  zipped[9] = 255
  return zipped
}
