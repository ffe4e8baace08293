import type { Claims, Database, Log } from '../types.ts'
import { refusals, StorageError } from './errors.ts'
import type { Files } from './files.ts'
import type { Signer } from './sign.ts'

/** Services and settings that all parts of the storage server use. */
export interface Context {
  database: Database
  files: Files
  signer: Signer
  log: Log
  /** Largest object in bytes. A bucket's own limit can only be lower. */
  fileSizeLimit: number
  /**
   * Returns the claims that the person's token would have now; null if the person would get no token, for example if banned.
   */
  currentClaims: (claims: Claims) => Promise<Claims | null>
}

/** A request, with what the server has already found out about it. */
export interface Call {
  request: Request
  url: URL
  /**
   * Claims of the caller; null if the request has no key, or an error if its key or token is invalid. Public and signed
   * addresses work without a caller.
   */
  caller: Claims | StorageError | null
}

/** Returns the claims of a request's caller. @throws StorageError if there is none */
export function needCaller({ caller }: Call): Claims {
  if (caller instanceof StorageError) throw caller
  if (!caller) throw refusals.invalidRequest(`headers must have required property 'authorization'`)
  return caller
}

/** Largest JSON body in bytes; it fits a list of a thousand paths of maximum length. */
const jsonLimit = 2 * 1024 * 1024

/** Reads a request's body as a JSON object. @throws StorageError if the body is no JSON object, or is too large. */
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
    // Continue to the error below.
  }
  throw refusals.invalidRequest('body must be object')
}

/** Returns a required text field of a body. @throws StorageError if it is missing or no text */
export function needText(body: Record<string, unknown>, key: string): string {
  const value = body[key]
  if (typeof value !== 'string') throw refusals.invalidRequest(`body must have required property '${key}'`)
  return value
}

/**
 * Returns a whole number within bounds; `fallback` if it is missing.
 *
 * @throws StorageError with Supabase Storage's text if it is no whole number or out of bounds
 */
export function readInteger(value: unknown, name: string, fallback: number, from: number, to: number): number {
  if (value === undefined || value === null) return fallback
  const number = Number(value)
  if (!Number.isInteger(number)) throw refusals.invalidRequest(`${name} must be integer`)
  if (number < from) throw refusals.invalidRequest(`${name} must be >= ${from}`)
  if (number > to) throw refusals.invalidRequest(`${name} must be <= ${to}`)
  return number
}

/** Returns one of several allowed words; `fallback` if it is missing. @throws StorageError for any other value */
export function readChoice<T extends string>(value: unknown, name: string, fallback: T, choices: readonly T[]): T {
  if (value === undefined || value === null) return fallback
  const found = choices.find((choice) => choice === value)
  if (found === undefined) throw refusals.invalidRequest(`${name} must be equal to one of the allowed values`)
  return found
}
