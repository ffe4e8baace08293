import { readBytes } from '../kernel/body.ts'
import { HttpError } from '../kernel/errors.ts'
import { BadSignature, verifyWebhook } from '../kernel/webhook.ts'

/** A user as Auth describes it to its hooks. */
export interface HookUser {
  id: string
  email: string
  phone: string
  new_email?: string
  new_phone?: string
  user_metadata: Record<string, unknown>
}

/** A hook's event that cannot be used; the sender is told why. */
export class BadEvent extends Error {}

/**
 * The frame of an Auth hook that delivers messages: checks the signature, reads the event, and answers as Auth wants it.
 * What went wrong on the way out is for the log; Auth only learns that it did.
 *
 * @param deliver sends what the event asks for; throws when it could not
 */
export function createAuthHook(
  name: string,
  secrets: string,
  deliver: (event: Record<string, unknown>) => Promise<void>,
): (request: Request) => Promise<Response> {
  return async (request) => {
    if (request.method !== 'POST') return refuse(405, 'Only POST is allowed here')
    try {
      const payload = await readBytes(request)
      await verifyWebhook(secrets, request.headers, payload)
      await deliver(readEvent(new TextDecoder().decode(payload)))
      return Response.json({})
    } catch (error) {
      if (error instanceof BadSignature) return refuse(401, 'The signature of this request is not valid')
      if (error instanceof BadEvent) return refuse(400, error.message)
      if (error instanceof HttpError) return refuse(error.status, error.message)
      console.error(`${name}: ${error instanceof Error ? error.message : String(error)}`)
      return refuse(500, 'The message could not be sent')
    }
  }
}

/** Reads the user of an event. @throws {BadEvent} */
export function readUser(event: Record<string, unknown>): HookUser {
  const user = objectOf(event['user'])
  return {
    id: textOf(user['id']),
    email: textOf(user['email']),
    phone: textOf(user['phone']),
    new_email: textOf(user['new_email']),
    new_phone: textOf(user['new_phone']),
    user_metadata: typeof user['user_metadata'] === 'object' ? objectOf(user['user_metadata'] ?? {}) : {},
  }
}

/** @throws {BadEvent} */
export function objectOf(value: unknown): Record<string, unknown> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw new BadEvent('The event is not whole')
  return value as Record<string, unknown>
}

export const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')

function readEvent(payload: string): Record<string, unknown> {
  try {
    return objectOf(JSON.parse(payload))
  } catch {
    throw new BadEvent('Send a JSON object')
  }
}

function refuse(status: number, message: string): Response {
  return Response.json({ error: { http_code: status, message } }, { status })
}
