import { parseStorable } from '../json.ts'
import { invalid, Refusal } from './refusal.ts'

export type Body = Record<string, unknown>

/** Reads a request's body as a JSON object; an empty body counts as `{}`. @throws Refusal `bad_json` */
export async function bodyOf(request: Request): Promise<Body> {
  const text = request.method === 'GET' || request.method === 'HEAD' ? '' : await request.text()
  if (text === '') return {}
  if (Buffer.byteLength(text) > largestBody) {
    throw new Refusal(413, 'request_entity_too_large', `Request body too large (max ${largestBody} bytes)`)
  }
  try {
    const body = parseStorable(text)
    if (isObject(body) && Object.entries(body).every(hasKnownType)) return body
  } catch {
    // Continue to the error below, which also covers JSON that is no object and texts that cannot be stored.
  }
  throw new Refusal(400, 'bad_json', 'Could not parse request body as JSON')
}

/** Size of GoTrue's largest request (bytes). */
const largestBody = 1_048_576

/** The types of the fields that requests have; a null counts as missing. */
const typesOf: Record<string, 'string' | 'boolean' | 'object'> = {
  ...fieldsOf('string', 'id email phone password current_password nonce channel role ban_duration'),
  ...fieldsOf('string', 'type token token_hash new_email redirect_to refresh_token auth_code code_verifier'),
  ...fieldsOf('string', 'code_challenge code_challenge_method friendly_name factor_type challenge_id code'),
  ...fieldsOf('boolean', 'create_user email_confirm phone_confirm should_soft_delete'),
  ...fieldsOf('object', 'data user_metadata app_metadata gotrue_meta_security')
}

function fieldsOf<Type extends string>(type: Type, names: string): Record<string, Type> {
  return Object.fromEntries(names.split(' ').map((name) => [name, type]))
}

function hasKnownType([name, value]: [string, unknown]): boolean {
  const type = Object.hasOwn(typesOf, name) ? typesOf[name] : undefined
  if (type === undefined || value === null) return true
  return type === 'object' ? isObject(value) : typeof value === type
}

/** An e-mail address as GoTrue accepts it, but with a dot in the domain: ASCII only, also in the domain. */
const address = /^[\w.!#$%&'*+/=?^`{|}~-]+@[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?(?:\.[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?)+$/

/** Returns a valid e-mail address in lower case. @throws Refusal if it is invalid */
export function emailOf(value: unknown): string {
  const email = textOf(value).toLowerCase()
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

/** Size above which the product's trigger on auth.users drops a person's metadata (bytes). */
const maxDataBytes = 16_384

/**
 * Returns the user's metadata in a request. Data that the project will not keep are left out at once, because they are stored
 * with each code until it is used.
 */
export function dataOf(value: unknown): Record<string, unknown> {
  const data = objectOf(value)
  return Buffer.byteLength(JSON.stringify(data)) > maxDataBytes ? {} : data
}

export function objectOf(value: unknown): Record<string, unknown> {
  return isObject(value) ? value : {}
}

export const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

export const isUuid = (text: string): boolean => /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i.test(text)
