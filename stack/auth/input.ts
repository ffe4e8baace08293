import { parseStorable } from '../json.ts'
import { invalid, Refusal } from './refusal.ts'

export type Body = Record<string, unknown>

/** Reads a request's body as a JSON object; an empty body counts as `{}`. @throws Refusal `bad_json` */
export async function bodyOf(request: Request): Promise<Body> {
  const text = request.method === 'GET' || request.method === 'HEAD' ? '' : await request.text()
  if (text === '') return {}
  try {
    const body = parseStorable(text)
    if (isObject(body)) return body
  } catch {
    // Continue to the error below, which also covers JSON that is no object and texts that cannot be stored.
  }
  throw new Refusal(400, 'bad_json', 'Could not parse request body as JSON')
}

/** An e-mail address as GoTrue accepts it, but with a dot in the domain: ASCII only, also in the domain. */
const address = /^[\w.!#$%&'*+/=?^`{|}~-]+@[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?(?:\.[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?)+$/

/** Returns a valid e-mail address in lower case. @throws Refusal if it is invalid */
export function emailOf(value: unknown): string {
  const email = textOf(value).trim().toLowerCase()
  if (email.length > 255 || !address.test(email)) {
    throw invalid('Unable to validate email address: invalid format')
  }
  return email
}

/** Returns a telephone number in the stored form: only digits, without `+`. @throws Refusal if it is invalid */
export function phoneOf(value: unknown): string {
  const phone = textOf(value).replace(/[\s+]/g, '')
  if (!/^[1-9]\d{1,14}$/.test(phone)) throw invalid('Invalid phone number format (E.164 required)')
  return phone
}

/**
 * Returns the e-mail address or telephone number of a request, which must have exactly one of them.
 *
 * @throws Refusal if it has both or neither, or if the address or number is invalid
 */
export function contactOf(body: Body): { email: string } | { phone: string } {
  if (body.email && body.phone) throw invalid('Only an email address or phone number should be provided')
  if (body.phone) return { phone: phoneOf(body.phone) }
  if (!textOf(body.email).trim()) throw invalid('One of email or phone must be set')
  return { email: emailOf(body.email) }
}

export interface Challenge {
  challenge: string
  method: 's256' | 'plain'
}

/** Returns the PKCE challenge of a request, or null for the implicit flow. @throws Refusal if the challenge is incomplete */
export function challengeOf(source: Body): Challenge | null {
  const challenge = textOf(source.code_challenge)
  const method = textOf(source.code_challenge_method).toLowerCase()
  if (challenge === '' && method === '') return null
  if (challenge === '' || method === '') {
    throw invalid('PKCE flow requires code_challenge_method and code_challenge')
  }
  if (method !== 's256' && method !== 'plain') throw invalid(`Invalid code challenge method: ${method}`)
  if (!/^[\w.~-]{43,128}$/.test(challenge)) throw invalid('code challenge has to be between 43 and 128 characters')
  return { challenge, method }
}

const maxDataBytes = 8192

/**
 * Returns the user's metadata in a request. Every response about the user contains them, so their size is limited.
 *
 * @throws Refusal if they are too large
 */
export function dataOf(value: unknown): Record<string, unknown> {
  const data = objectOf(value)
  if (Buffer.byteLength(JSON.stringify(data)) > maxDataBytes) {
    throw new Refusal(422, 'validation_failed', `User metadata cannot be longer than ${maxDataBytes} bytes`)
  }
  return data
}

export function objectOf(value: unknown): Record<string, unknown> {
  return isObject(value) ? value : {}
}

export const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

export const isUuid = (text: string): boolean => /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i.test(text)
