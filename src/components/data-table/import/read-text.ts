import { FileProblem } from './problem'

/** Maximum size of a file that is read as text. */
export const MOST_BYTES = 32 * 1024 * 1024

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
 * Decodes a file to text, see `decodeText`.
 *
 * @throws FileProblem `too_large`, `packed` (an archive), `unreadable`
 */
export const readText = (bytes: Uint8Array): string => decodeText(bytes).text

/**
 * Decodes a file to text. The encoding is that of the byte order mark, otherwise that of the XML declaration, otherwise UTF-8.
 * If the bytes are not valid in that encoding, they are read as Windows-1252.
 *
 * @throws FileProblem `too_large`, `packed` (an archive), `unreadable`
 */
export function decodeText(bytes: Uint8Array): { text: string; isGuess: boolean } {
  if (bytes.length > MOST_BYTES) throw new FileProblem('too_large')
  const [first = 0, second = 0] = bytes
  if ((first === 0x50 && second === 0x4b) || (first === 0x1f && second === 0x8b)) throw new FileProblem('packed')
  if (first === 0xff && second === 0xfe) {
    return { text: decode(bytes, 'utf-16le', false) ?? '', isGuess: false }
  }
  if (first === 0xfe && second === 0xff) {
    return { text: decode(bytes, 'utf-16be', false) ?? '', isGuess: false }
  }
  const head = decode(bytes.subarray(0, 256), 'iso-8859-1', false) ?? ''
  const [, encoding] = named.exec(head.trimStart().startsWith('<?xml') ? head : '') ?? []
  if (encoding && !known.test(encoding)) throw new FileProblem('unreadable', encoding)
  const sure = decode(bytes, encoding ?? 'utf-8', true)
  const text = sure ?? decode(bytes, 'windows-1252', false)
  // NUL characters mean a binary file.
  if (text === null || text.includes('\0')) throw new FileProblem('unreadable')
  return { text, isGuess: sure === null }
}
