import type { Claims, Database, Log } from '../types.ts'
import { refusals, StorageError } from './errors.ts'
import type { Files } from './files.ts'
import type { Signer } from './sign.ts'

/** What all parts of the storage server share. */
export interface Context {
  database: Database
  files: Files
  signer: Signer
  log: Log
  /** Largest object in bytes, whatever a bucket allows. */
  fileSizeLimit: number
  /** The claims that the person's token would have now; null for a deleted account. */
  currentClaims: (claims: Claims) => Promise<Claims | null>
}

/** A request and what the server has found out about it. */
export interface Call {
  request: Request
  url: URL
  /** The claims of the caller: null without a key, an error with an invalid one. Signed and public addresses need no caller. */
  caller: Claims | StorageError | null
}

/** The caller of a request. @throws StorageError without a caller. */
export function needCaller({ caller }: Call): Claims {
  if (caller instanceof StorageError) throw caller
  if (!caller) throw refusals.invalidRequest(`headers must have required property 'authorization'`)
  return caller
}

/** Largest JSON body in bytes: a thousand paths of maximum length. */
const jsonLimit = 2 * 1024 * 1024

/** Reads a JSON object. @throws StorageError if the body is none, or too large. */
export async function readJson(request: Request): Promise<Record<string, unknown>> {
  const parts: Uint8Array[] = []
  let size = 0
  for await (const part of (request.body ?? []) as AsyncIterable<Uint8Array>) {
    size += part.length
    if (size > jsonLimit) throw refusals.tooLarge('body')
    parts.push(part)
  }
  const text = Buffer.concat(parts).toString('utf8')
  try {
    const value: unknown = text === '' ? {} : JSON.parse(text)
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Record<string, unknown>
  } catch {
    // Rejected by the check below.
  }
  throw refusals.invalidRequest('body must be object')
}

/** Reads a required text of a body. @throws StorageError */
export function needText(body: Record<string, unknown>, key: string): string {
  const value = body[key]
  if (typeof value !== 'string') throw refusals.invalidRequest(`body must have required property '${key}'`)
  return value
}

/** Reads a whole number within bounds, with the server's own error text. @throws StorageError */
export function readInteger(value: unknown, name: string, fallback: number, from: number, to: number): number {
  if (value === undefined || value === null) return fallback
  const number = Number(value)
  if (!Number.isInteger(number)) throw refusals.invalidRequest(`${name} must be integer`)
  if (number < from) throw refusals.invalidRequest(`${name} must be >= ${from}`)
  if (number > to) throw refusals.invalidRequest(`${name} must be <= ${to}`)
  return number
}

/** Reads one of several words. @throws StorageError */
export function readChoice<T extends string>(value: unknown, name: string, fallback: T, choices: readonly T[]): T {
  if (value === undefined || value === null) return fallback
  const found = choices.find((choice) => choice === value)
  if (found === undefined) throw refusals.invalidRequest(`${name} must be equal to one of the allowed values`)
  return found
}
