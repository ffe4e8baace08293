import { concat } from '@std/bytes/concat'
import { decodeBase64Url } from '@std/encoding/base64url'

/** A browser's subscription, as `PushSubscription.toJSON()` returns it. */
export interface Subscription {
  endpoint: string
  keys: { p256dh: string; auth: string }
}

const encoder = new TextEncoder()
const CURVE = { name: 'ECDH', namedCurve: 'P-256' }
/** Size of an encrypted record: one record is enough for every message, since push services accept at most 4096 bytes. */
const RECORD = 4096

/**
 * Encrypts a message for one browser (RFC 8291 in the coding of RFC 8188), so that the push service cannot read it.
 *
 * @param own key pair and salt to use for this message instead of random ones; only tests set it
 */
export async function encrypt(
  { keys }: Subscription,
  text: string,
  own?: { pair: CryptoKeyPair; salt: Uint8Array<ArrayBuffer> },
): Promise<Uint8Array<ArrayBuffer>> {
  const { privateKey, publicKey } = own?.pair ??
    await crypto.subtle.generateKey(CURVE, true, ['deriveBits']) as CryptoKeyPair
  const salt = own?.salt ?? crypto.getRandomValues(new Uint8Array(16))
  const theirs = decodeBase64Url(keys.p256dh)
  const ours = new Uint8Array(await crypto.subtle.exportKey('raw', publicKey))
  const theirKey = await crypto.subtle.importKey('raw', theirs, CURVE, false, [])
  const shared = new Uint8Array(await crypto.subtle.deriveBits({ name: 'ECDH', public: theirKey }, privateKey, 256))
  const secret = await derive(
    shared,
    decodeBase64Url(keys.auth),
    concat([encoder.encode('WebPush: info\0'), theirs, ours]),
    32,
  )
  const key = await derive(secret, salt, encoder.encode('Content-Encoding: aes128gcm\0'), 16)
  const iv = await derive(secret, salt, encoder.encode('Content-Encoding: nonce\0'), 12)
  const aes = await crypto.subtle.importKey('raw', key, 'AES-GCM', false, ['encrypt'])
  // The byte 2 after the message marks the last record (RFC 8188).
  const sealed = await crypto.subtle.encrypt(
    { name: 'AES-GCM', iv },
    aes,
    concat([encoder.encode(text), Uint8Array.of(2)]),
  )
  const size = new Uint8Array(4)
  new DataView(size.buffer).setUint32(0, RECORD)
  return concat([salt, size, Uint8Array.of(ours.length), ours, new Uint8Array(sealed)])
}

async function derive(
  secret: Uint8Array<ArrayBuffer>,
  salt: Uint8Array<ArrayBuffer>,
  info: Uint8Array<ArrayBuffer>,
  length: number,
): Promise<Uint8Array<ArrayBuffer>> {
  const key = await crypto.subtle.importKey('raw', secret, 'HKDF', false, ['deriveBits'])
  return new Uint8Array(await crypto.subtle.deriveBits({ name: 'HKDF', hash: 'SHA-256', salt, info }, key, length * 8))
}
