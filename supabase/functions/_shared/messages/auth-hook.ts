import type * as z from 'zod/mini'
import { readBytes } from '../kernel/body.ts'
import { readAsked } from '../kernel/contract.ts'
import { HttpError } from '../kernel/errors.ts'
import { BadSignature, verifyWebhook } from '../kernel/webhook.ts'

/** The error for an invalid event of a hook; its message is sent in the response. */
export class BadEvent extends Error {}

/** The error for a message that is not sent because of a limit. Auth answers its client with 429 and the error's message, a key. */
export class RefusedByLimit extends Error {}

/**
 * Creates the handler of an Auth hook that delivers messages: checks the signature, reads the event, calls `deliver`, and
 * responds in the format that Auth expects. The details of a delivery error are logged; Auth only learns that delivery failed.
 *
 * @param secrets keys that sign the hook's requests, as for `verifyWebhook`
 * @param asked schema of an event
 * @param deliver sends the event's message; throws on failure
 */
export function createAuthHook<Schema extends z.ZodMiniType>(
  name: string,
  secrets: string,
  asked: Schema,
  deliver: (event: z.output<Schema>) => Promise<void>,
): (request: Request) => Promise<Response> {
  return async (request) => {
    if (request.method !== 'POST') return refuse(405, 'Only POST is allowed here')
    try {
      const payload = await readBytes(request)
      await verifyWebhook(secrets, request.headers, payload)
      await deliver(readEvent(asked, payload))
      return Response.json({})
    } catch (error) {
      if (error instanceof BadSignature) return refuse(401, 'The signature of this request is not valid')
      // Auth passes on a refusal only from a response of 200; every other status is a failure of the hook to it.
      if (error instanceof RefusedByLimit) return Response.json({ error: { http_code: 429, message: error.message } })
      if (error instanceof BadEvent) return refuse(400, error.message)
      if (error instanceof HttpError) return refuse(error.status, error.message)
      console.error(`${name}: ${error instanceof Error ? error.message : String(error)}`)
      return refuse(500, 'The message could not be sent')
    }
  }
}

/** Parses an event and checks it against the schema. @throws {BadEvent} with the first problem */
function readEvent<Schema extends z.ZodMiniType>(asked: Schema, payload: Uint8Array): z.output<Schema> {
  let event: unknown
  try {
    event = JSON.parse(new TextDecoder().decode(payload))
  } catch {
    throw new BadEvent('Send a JSON object')
  }
  return readAsked(asked, event, (hint) => new BadEvent(hint))
}

function refuse(status: number, message: string): Response {
  return Response.json({ error: { http_code: status, message } }, { status })
}
