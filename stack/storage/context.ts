import type { Claims, Database, Log } from '../types.ts'
import { refusals, StorageError } from './errors.ts'
import type { Files } from './files.ts'
import type { Signer } from './sign.ts'

/** What every part of the storage server works with. */
export interface Context {
  database: Database
  files: Files
  signer: Signer
  log: Log
  /** Largest object in bytes, whatever a bucket allows. */
  fileSizeLimit: number
  /** The claims that somebody's token would carry now; null for an account that is gone. */
  currentClaims: (claims: Claims) => Promise<Claims | null>
}

/** A request on its way through the server. */
export interface Call {
  request: Request
  url: URL
  /** Null without any key, an error with one that is wrong: signed and public addresses need neither. */
  caller: Claims | StorageError | null
}

/** @throws StorageError when nobody is calling. */
export function needCaller({ caller }: Call): Claims {
  if (caller instanceof StorageError) throw caller
  if (!caller) throw refusals.invalidRequest(`headers must have required property 'authorization'`)
  return caller
}

/** What a JSON body may weigh: a thousand paths at their longest. */
const jsonLimit = 2 * 1024 * 1024

/** Reads a JSON object. @throws StorageError when the body is none, or too large. */
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
    // Refused below.
  }
  throw refusals.invalidRequest('body must be object')
}

/** Reads a required text of a body. @throws StorageError */
export function needText(body: Record<string, unknown>, key: string): string {
  const value = body[key]
  if (typeof value !== 'string') throw refusals.invalidRequest(`body must have required property '${key}'`)
  return value
}

/** Reads a whole number within bounds, with the server's own words for what is wrong. @throws StorageError */
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
