import { encodeBase64Url } from '@std/encoding/base64url'

/** A link's token: 32 random bytes, of which the database keeps the hash. */
export const createToken = (): string => encodeBase64Url(crypto.getRandomValues(new Uint8Array(32)))

/** SHA-256 in hexadecimal. */
export async function hashOf(token: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(token))
  return [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}
