import { encodeBase64Url } from '@std/encoding/base64url'

/** Creates a link's token: 32 random bytes, of which the database stores only the hash. */
export const createToken = (): string => encodeBase64Url(crypto.getRandomValues(new Uint8Array(32)))

/** The SHA-256 of a token in hexadecimal, which the database stores. */
export async function hashOf(token: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(token))
  return [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}
