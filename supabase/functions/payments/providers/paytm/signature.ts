import { Buffer } from 'node:buffer'
import { createCipheriv, createDecipheriv } from 'node:crypto'
import { digest, isSame } from '../digest.ts'

// The cipher of Paytm's own library `paytmchecksum`. A checksum is the SHA-256 of text and salt, followed by the salt. Both
// together are encrypted by AES-128-CBC with a fixed initialization vector.
const CIPHER = 'aes-128-cbc'
const VECTOR = '@@@@&&&&####$$$$'
const SALT = 4

const hashOf = (text: string, salt: string): string => `${digest('sha256', `${text}|${salt}`)}${salt}`

/** Returns the checksum of a text. @param salt four random characters */
export function checksumOf(text: string, key: string, salt: string): string {
  const cipher = createCipheriv(CIPHER, key, VECTOR)
  return Buffer.concat([cipher.update(hashOf(text, salt), 'utf8'), cipher.final()]).toString('base64')
}

/** Whether a checksum matches a text. The salt is taken from the checksum. */
export function isChecksum(text: string, key: string, checksum: string | null | undefined): boolean {
  const found = decrypted(checksum ?? '', key)
  return found !== null && found.length > SALT && isSame(hashOf(text, found.slice(-SALT)), found)
}

function decrypted(checksum: string, key: string): string | null {
  try {
    const decipher = createDecipheriv(CIPHER, key, VECTOR)
    return Buffer.concat([decipher.update(checksum, 'base64'), decipher.final()]).toString('utf8')
  } catch {
    return null
  }
}

/** Returns the signed text of a form: the values of its fields, sorted by field name, without the checksum. */
export function textOfForm(form: URLSearchParams): string {
  const pairs = [...form].filter(([name]) => name !== 'CHECKSUMHASH').sort(([a], [b]) => (a < b ? -1 : 1))
  return pairs.map(([, value]) => value).join('|')
}

/**
 * Returns the signed text of a JSON document: its member `body` exactly as sent, because parsing and serializing would change
 * it.
 *
 * @returns null if the document has no object `body`
 */
export function bodyText(json: string): string | null {
  const begin = memberAt(json, 'body')
  if (begin < 0 || json[begin] !== '{') return null
  let depth = 0
  for (const { at, text } of tokensOf(json, begin)) {
    depth += stepOf(text)
    if (depth === 0) return json.slice(begin, at + 1)
  }
  return null
}

/** Returns the position where the value of a member of the outermost object starts; -1 if there is no such member. */
function memberAt(json: string, name: string): number {
  let depth = 0
  for (const { at, text } of tokensOf(json, 0)) {
    depth += stepOf(text)
    const colon = /\s*:\s*/y
    colon.lastIndex = at + text.length
    if (depth === 1 && text === `"${name}"` && colon.test(json)) return colon.lastIndex
  }
  return -1
}

const stepOf = (token: string): number => '{['.includes(token) ? 1 : '}]'.includes(token) ? -1 : 0

/** Iterates over JSON tokens: brackets, and strings as a whole. */
function* tokensOf(json: string, from: number): Generator<{ at: number; text: string }> {
  const token = /"(?:[^"\\]|\\.)*"|[{}[\]]/gs
  token.lastIndex = from
  for (let found = token.exec(json); found; found = token.exec(json)) yield { at: found.index, text: found[0] }
}
