// Checks signatures that are made with a shared secret (HMAC), as most providers make them.
import { decodeBase64 } from '@std/encoding/base64'

export type Bytes = Uint8Array<ArrayBuffer>

const encoder = new TextEncoder()

/** Encodes a text in UTF-8; returns bytes unchanged. */
export const bytesOf = (data: string | Bytes): Bytes => typeof data === 'string' ? encoder.encode(data) : data

/**
 * Whether a signature is the HMAC of a message. The result is false if the signature is missing or the key is empty.
 * WebCrypto's `verify` compares in constant time.
 */
export async function isHmac(
  hash: 'SHA-1' | 'SHA-256' | 'SHA-512',
  key: string | Bytes,
  message: string | Bytes,
  signature: Bytes | null,
): Promise<boolean> {
  const bytes = bytesOf(key)
  if (!signature || bytes.length === 0) return false
  const imported = await crypto.subtle.importKey('raw', bytes, { name: 'HMAC', hash }, false, ['verify'])
  return await crypto.subtle.verify('HMAC', imported, signature, bytesOf(message))
}

/** Decodes hexadecimal digits; null for any other text. */
export function fromHex(text: string): Bytes | null {
  if (!/^(?:[0-9a-f]{2})+$/i.test(text)) return null
  return Uint8Array.from(text.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16))
}

/** Decodes Base64; null for any other text. */
export function fromBase64(text: string): Bytes | null {
  try {
    return decodeBase64(text)
  } catch {
    return null
  }
}
