import { X509Certificate } from 'node:crypto'
import { BadSignature } from '../errors.ts'
import { type Bytes, bytesOf, fromBase64 } from '../../../_shared/kernel/hmac.ts'

/** The hosts from which PayPal's certificates of one mode (live or sandbox) come, and the common name in the certificates. */
export interface Source {
  hosts: readonly string[]
  commonName: string
}

const LIVE: Source = {
  hosts: ['api.paypal.com', 'api-m.paypal.com'],
  commonName: 'messageverificationcerts.paypal.com',
}
const SANDBOX: Source = {
  hosts: ['api.sandbox.paypal.com', 'api-m.sandbox.paypal.com'],
  commonName: 'messageverificationcerts.sandbox.paypal.com',
}

export const sourceOf = (isTest: boolean): Source => isTest ? SANDBOX : LIVE

/** The values of a webhook's signature headers. */
export interface Signed {
  id: string
  time: string
  signature: Bytes
  certificate: URL
}

/**
 * Reads the signature headers of a webhook. One of them is the certificate's address. A forger would name a server of their
 * own, so only PayPal's hosts are accepted.
 *
 * @throws {BadSignature}
 */
export function readHeaders(headers: Headers, { hosts }: Source): Signed {
  const get = (name: string) => headers.get(`paypal-${name}`) ?? ''
  const [id, time, address] = [get('transmission-id'), get('transmission-time'), get('cert-url')]
  const signature = fromBase64(get('transmission-sig'))
  if (!id || !time || !signature || signature.length < 256) throw new BadSignature('headers are missing')
  if (get('auth-algo') !== 'SHA256withRSA') throw new BadSignature('another algorithm')
  const certificate = URL.canParse(address) ? new URL(address) : null
  if (
    !certificate || certificate.protocol !== 'https:' || !hosts.includes(certificate.host) || certificate.search ||
    certificate.hash || certificate.username || certificate.password ||
    !/^\/v1\/notifications\/certs\/[\w-]{1,100}$/.test(certificate.pathname)
  ) throw new BadSignature('the certificate is not where PayPal keeps its own')
  return { id, time, signature, certificate }
}

/**
 * Returns the public key in PayPal's certificate. PayPal does not send the issuer's certificate, so the chain cannot be
 * verified. The certificate is trusted because it came from PayPal's own host by TLS, names PayPal's signing service, is valid
 * now, and is not self-issued.
 *
 * @param now ms since 1970
 * @throws {BadSignature} for any other certificate
 */
export async function keyOf(pem: string, { commonName }: Source, now: number): Promise<CryptoKey> {
  const certificate = parse(pem)
  const names = certificate.subject.split('\n')
  if (!names.includes(`CN=${commonName}`)) throw new BadSignature('the certificate is of a stranger')
  if (certificate.issuer === certificate.subject) throw new BadSignature('the certificate was issued by itself')
  if (!(Date.parse(certificate.validFrom) <= now && now <= Date.parse(certificate.validTo))) {
    throw new BadSignature('the certificate is not in force')
  }
  try {
    const spki = new Uint8Array(certificate.publicKey.export({ type: 'spki', format: 'der' }))
    return await crypto.subtle.importKey('spki', spki, { name: 'RSASSA-PKCS1-v1_5', hash: 'SHA-256' }, false, [
      'verify',
    ])
  } catch {
    throw new BadSignature('the certificate has another kind of key')
  }
}

function parse(pem: string): X509Certificate {
  try {
    return new X509Certificate(pem)
  } catch {
    throw new BadSignature('what was served is no certificate')
  }
}

/**
 * Checks a webhook's signature: RSA-SHA256 of `id|time|webhook id|crc32 of the body`.
 * https://developer.paypal.com/api/rest/webhooks/rest/#verify-messages
 *
 * @throws {BadSignature}
 */
export async function verifySignature(key: CryptoKey, webhookId: string, signed: Signed, body: Bytes): Promise<void> {
  const message = `${signed.id}|${signed.time}|${webhookId}|${crc32(body)}`
  const fits = await crypto.subtle.verify('RSASSA-PKCS1-v1_5', key, signed.signature, bytesOf(message))
  if (!fits) throw new BadSignature('the signature does not fit')
}

const TABLE = Uint32Array.from({ length: 256 }, (_, byte) => {
  let rest = byte
  for (let bit = 0; bit < 8; bit++) rest = rest & 1 ? (rest >>> 1) ^ 0xedb88320 : rest >>> 1
  return rest
})

/** Returns the CRC-32 of bytes, as used in ZIP and PNG, as an unsigned number. */
export function crc32(bytes: Uint8Array): number {
  let rest = 0xffffffff
  for (const byte of bytes) rest = (rest >>> 8) ^ (TABLE[(rest ^ byte) & 0xff] ?? 0)
  return (rest ^ 0xffffffff) >>> 0
}
