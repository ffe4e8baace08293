import { gzipSync } from 'node:zlib'

/** Gzips with a fixed platform byte in the header, so that each machine writes the same bytes. */
export function gzip(data: Uint8Array): Uint8Array {
  const zipped = gzipSync(data, { level: 9 })
  zipped[9] = 255
  return zipped
}
