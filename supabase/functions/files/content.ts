import { isQuietDrawing } from './drawing.ts'

/** Why a file is refused; `app.file_checks` has the same reasons. */
export type Reason = 'too_large' | 'wrong_type' | 'wrong_content' | 'too_many_pixels'

interface Size {
  width: number
  height: number
}

/**
 * How many bytes of a file `judge` reads at most. Of an SVG it reads all, so a larger one is refused, and so is a JPEG with as
 * many bytes of notes before its size.
 */
export const HEAD_BYTES = 1024 * 1024

/** A phone's camera makes up to 200 million pixels; the page sends at most 16 million. More would only exhaust a reader's memory. */
const MOST_PIXELS = 200_000_000

/** The size of a picture, `unknown` for what has none in pixels, or null for another content. */
type Found = Size | 'unknown' | null

const judges: Record<string, (head: Uint8Array) => Found> = {
  'image/png': pngSize,
  'image/jpeg': jpegSize,
  'image/webp': webpSize,
  'image/svg+xml': (head) => head.length < HEAD_BYTES && isQuietDrawing(head) ? 'unknown' : null,
  'application/pdf': (head) => latin(head, 0, 5) === '%PDF-' ? 'unknown' : null,
}

/**
 * Judges a file by its first bytes: whether they are of the type that the file is served with, and how many pixels it unpacks to.
 *
 * @param mimetype the type without parameters
 * @returns why the file is refused, or null
 */
export function judge(head: Uint8Array, mimetype: string): Reason | null {
  const found = judges[mimetype]?.(head) ?? null
  if (found === null) return 'wrong_content'
  if (found === 'unknown') return null
  if (found.width === 0 || found.height === 0) return 'wrong_content'
  return found.width * found.height > MOST_PIXELS ? 'too_many_pixels' : null
}

const latin = (bytes: Uint8Array, from: number, to: number): string => String.fromCharCode(...bytes.subarray(from, to))

const viewOf = ({ buffer, byteOffset, byteLength }: Uint8Array) => new DataView(buffer, byteOffset, byteLength)

function pngSize(head: Uint8Array): Found {
  if (latin(head, 0, 8) !== '\x89PNG\r\n\x1a\n' || latin(head, 12, 16) !== 'IHDR' || head.length < 24) return null
  const view = viewOf(head)
  return { width: view.getUint32(16), height: view.getUint32(20) }
}

/** Reads the size from the first frame header. The segments before it have lengths, which lead there. */
function jpegSize(head: Uint8Array): Found {
  if (latin(head, 0, 3) !== '\xff\xd8\xff') return null
  const view = viewOf(head)
  let at = 2
  while (at + 9 < head.length) {
    if (view.getUint8(at) !== 0xff) return null
    const marker = view.getUint8(at + 1)
    // Padding between segments.
    if (marker === 0xff) {
      at += 1
      continue
    }
    const isFrame = marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc
    if (isFrame) return { width: view.getUint16(at + 7), height: view.getUint16(at + 5) }
    // The picture's data would begin before its size.
    if (marker === 0xda || marker === 0xd9 || marker < 0xc0) return null
    at += 2 + view.getUint16(at + 2)
  }
  return null
}

function webpSize(head: Uint8Array): Found {
  if (latin(head, 0, 4) !== 'RIFF' || latin(head, 8, 12) !== 'WEBP' || head.length < 30) return null
  const view = viewOf(head)
  const kind = latin(head, 12, 16)
  if (kind === 'VP8 ') return { width: view.getUint16(26, true) & 0x3fff, height: view.getUint16(28, true) & 0x3fff }
  if (kind === 'VP8L') {
    const bits = view.getUint32(21, true)
    return { width: (bits & 0x3fff) + 1, height: ((bits >> 14) & 0x3fff) + 1 }
  }
  if (kind === 'VP8X') {
    const three = (at: number) => view.getUint16(at, true) + (view.getUint8(at + 2) << 16)
    return { width: three(24) + 1, height: three(27) + 1 }
  }
  return null
}
