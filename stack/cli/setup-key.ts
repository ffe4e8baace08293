import { createHash, randomBytes } from 'node:crypto'

/** A new key of a one-time link to `/setup`. */
export interface SetupKey {
  /** What the database stores: the SHA-256 of the key, in hexadecimal. */
  hash: string
  /** Returns the link. The key is in its fragment, which browsers send to no server. */
  linkOn: (webUrl: string) => string
}

export function newSetupKey(): SetupKey {
  const key = randomBytes(32).toString('base64url')
  return {
    hash: createHash('sha256').update(key).digest('hex'),
    linkOn: (webUrl) => `${webUrl.replace(/\/+$/, '')}/setup#${key}`
  }
}
