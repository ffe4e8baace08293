import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { exportJWK, generateKeyPair, type JWK } from 'jose'
import { keep } from './index.ts'

/** A key pair that signs push messages to browsers (VAPID, RFC 8292), in the encoding of that standard. */
export interface VapidKeys {
  publicKey: string
  privateKey: string
}

/**
 * Loads the stack's own key pair. It is created at the first start and stored in `vapid-key.json`. It must not change: a
 * browser's subscription was created for this key, and accepts only messages that are signed with it. No account at a push
 * service is needed.
 *
 * @throws Error if the file exists but holds no such key
 */
export async function loadVapidKeys(dataDir: string): Promise<VapidKeys> {
  const file = path.join(dataDir, 'vapid-key.json')
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null
    throw error
  })
  if (text !== null) return pairOf(parse(text), file)
  const { privateKey } = await generateKeyPair('ES256', { extractable: true })
  const jwk = await exportJWK(privateKey)
  await keep(file, `${JSON.stringify(jwk)}\n`)
  return pairOf(jwk, file)
}

function parse(text: string): JWK | null {
  try {
    return JSON.parse(text) as JWK
  } catch {
    return null
  }
}

function pairOf(jwk: JWK | null, file: string): VapidKeys {
  const [x, y, d] = [jwk?.x, jwk?.y, jwk?.d].map((part) => Buffer.from(part ?? '', 'base64url'))
  if (x?.length !== 32 || y?.length !== 32 || d?.length !== 32) {
    throw new Error(`The key of pushes ${file} is damaged: delete the file to get a new one (browsers subscribe again)`)
  }
  const point = Buffer.concat([Buffer.of(4), x, y])
  return { publicKey: point.toString('base64url'), privateKey: d.toString('base64url') }
}
