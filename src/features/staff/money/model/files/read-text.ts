import { FileProblem } from './problem'
import { MOST_BYTES } from './xml-reader'

const decode = (bytes: Uint8Array, label: string, isStrict: boolean): string | null => {
  try {
    return new TextDecoder(label, { fatal: isStrict }).decode(bytes)
  } catch {
    return null
  }
}

/** Matches the encoding that an XML file declares. */
const named = /^[^>]{0,200}encoding\s*=\s*["']([\w-]{1,20})["']/
/** Encodings that can be read. A file that declares another one is refused. */
const known = /^(utf-?8|utf-16|us-ascii|iso-8859-1|iso-8859-15|windows-1252)$/i

/**
 * Decodes a file to text. The encoding is that of the byte order mark, otherwise that of the XML declaration, otherwise UTF-8.
 * If the bytes are not valid in that encoding, they are read as Windows-1252.
 *
 * @throws FileProblem `too_large`, `packed` (an archive), `unreadable`
 */
export function readText(bytes: Uint8Array): string {
  if (bytes.length > MOST_BYTES) throw new FileProblem('too_large')
  const [first = 0, second = 0] = bytes
  if ((first === 0x50 && second === 0x4b) || (first === 0x1f && second === 0x8b)) throw new FileProblem('packed')
  if (first === 0xff && second === 0xfe) return decode(bytes, 'utf-16le', false) ?? ''
  if (first === 0xfe && second === 0xff) return decode(bytes, 'utf-16be', false) ?? ''
  const head = decode(bytes.subarray(0, 256), 'iso-8859-1', false) ?? ''
  const [, encoding] = named.exec(head.trimStart().startsWith('<?xml') ? head : '') ?? []
  if (encoding && !known.test(encoding)) throw new FileProblem('unreadable', encoding)
  const text = decode(bytes, encoding ?? 'utf-8', true) ?? decode(bytes, 'windows-1252', false)
  // NUL characters mean a binary file.
  if (text === null || text.includes('\0')) throw new FileProblem('unreadable')
  return text
}
