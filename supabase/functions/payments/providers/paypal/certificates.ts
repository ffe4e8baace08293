// Makes certificates for tests: minimal X.509, each signed with the key of its issuer.
import { createSign, generateKeyPairSync, type KeyObject } from 'node:crypto'

export interface KeyPair {
  publicKey: KeyObject
  privateKey: KeyObject
}

export const makeKeys = (): KeyPair => generateKeyPairSync('rsa', { modulusLength: 2048 })

const length = (size: number): number[] =>
  size < 0x80 ? [size] : size < 0x100 ? [0x81, size] : [0x82, size >> 8, size & 0xff]
const der = (tag: number, ...parts: (Uint8Array | number[])[]): Uint8Array => {
  const content = parts.flatMap((part) => [...part])
  return Uint8Array.from([tag, ...length(content.length), ...content])
}
const text = (tag: number, value: string) => der(tag, new TextEncoder().encode(value))
const sequence = (...parts: (Uint8Array | number[])[]) => der(0x30, ...parts)

/** The signature algorithm sha256WithRSAEncryption, object id 1.2.840.113549.1.1.11 */
const ALGORITHM = sequence(der(0x06, [0x2a, 0x86, 0x48, 0x86, 0xf7, 0x0d, 0x01, 0x01, 0x0b]), der(0x05))
/** Encodes a name that has only a common name (object id 2.5.4.3). */
const name = (common: string) => sequence(der(0x31, sequence(der(0x06, [0x55, 0x04, 0x03]), text(0x0c, common))))
/** Encodes a time between 1950 and 2049. */
const time = (at: number) => text(0x17, `${new Date(at).toISOString().slice(2, 19).replace(/[-:T]/g, '')}Z`)

/** Makes a certificate and returns it as PEM. */
export function certify(
  { subject, issuer, from, to }: { subject: string; issuer: string; from: number; to: number },
  { publicKey }: KeyPair,
  { privateKey }: KeyPair,
): string {
  const validity = sequence(time(from), time(to))
  const spki = new Uint8Array(publicKey.export({ type: 'spki', format: 'der' }))
  const version = der(0xa0, der(0x02, [2]))
  const body = sequence(version, der(0x02, [1]), ALGORITHM, name(issuer), validity, name(subject), spki)
  const signature = createSign('RSA-SHA256').update(body).sign(privateKey)
  const bytes = sequence(body, ALGORITHM, der(0x03, [0], signature))
  const base64 = btoa(String.fromCharCode(...bytes)).replace(/.{64}/g, '$&\n')
  return `-----BEGIN CERTIFICATE-----\n${base64}\n-----END CERTIFICATE-----\n`
}
