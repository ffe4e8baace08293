import { encodeBase64Url } from '@std/encoding/base64url'

/** Creates the token of a checkout's link: 32 random bytes. The database stores only the token's hash. */
export const createToken = (): string => encodeBase64Url(crypto.getRandomValues(new Uint8Array(32)))

/**
 * Returns the key that proves to the return address that its browser began the payment by a pay link. It is derived from the
 * link's secret and does not tell it, because payment providers store and log the addresses to which they send browsers back.
 */
export const returnKeyOf = async (payToken: string): Promise<string> =>
  (await hashOf(`return ${payToken}`)).slice(0, 32)

/** Returns the SHA-256 of a token in hexadecimal; the database stores this hash. */
export async function hashOf(token: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(token))
  return [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}
