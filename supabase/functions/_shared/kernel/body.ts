import { HttpError, invalidRequest } from './errors.ts'
import { readLimited } from './read-limited.ts'
import { isStorable } from './validate.ts'

/**
 * Largest request body in bytes: ten times the size of a request for a route through 25 points with addresses. More points are
 * not allowed.
 */
export const BODY_LIMIT = 64 * 1024

/**
 * Returns the body's bytes exactly as sent, because a signature may cover them. Refuses a body above `limit` bytes without
 * reading all of it into memory.
 *
 * @throws {HttpError} 413 `payload_too_large`
 */
export async function readBytes(request: Request, limit = BODY_LIMIT): Promise<Uint8Array<ArrayBuffer>> {
  if (Number(request.headers.get('content-length') ?? 0) > limit) throw tooLarge(limit)
  if (!request.body) return new Uint8Array()
  try {
    return await readLimited(request.body, limit)
  } catch (error) {
    throw error instanceof RangeError ? tooLarge(limit) : error
  }
}

/**
 * Returns the body as a JSON object. Refuses texts that the database cannot store (zero characters, halves of surrogate pairs).
 *
 * @throws {HttpError} 400 `invalid_request`, 413 `payload_too_large`
 */
export async function readJson(request: Request): Promise<Record<string, unknown>> {
  const text = new TextDecoder().decode(await readBytes(request))
  let body: unknown
  try {
    body = JSON.parse(text)
  } catch {
    throw invalidRequest('Send a JSON object')
  }
  if (!isStorable(body)) throw invalidRequest('Leave out zero characters and halves of characters')
  if (typeof body !== 'object' || body === null || Array.isArray(body)) throw invalidRequest('Send a JSON object')
  return body as Record<string, unknown>
}

const tooLarge = (limit: number) =>
  new HttpError(413, 'payload_too_large', 'The request is too large', `Send at most ${limit} bytes`)
