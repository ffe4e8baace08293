import { setTimeout as delay } from 'node:timers/promises'
import type * as z from 'zod/mini'
import { readBytes } from '../kernel/body.ts'
import { readAsked } from '../kernel/contract.ts'
import { HttpError } from '../kernel/errors.ts'
import { BadSignature, verifyWebhook } from '../kernel/webhook.ts'
import type { Outcome } from './channels/types.ts'

/** The error for an invalid event of a hook; its message is sent in the response. */
export class BadEvent extends Error {}

/** The error for a message that is not sent. Auth answers its client with the status and the key. */
export class Refused extends Error {
  readonly status: number

  constructor(key: RefusalKey, status = 429) {
    super(key)
    this.status = status
  }
}

/**
 * Why a person gets no code: too many requests, no provider that can send it now, a number or address that gets no messages, a
 * country that the firm does not serve, or the firm's limit of the day. The app shows the texts of these keys.
 */
export type RefusalKey =
  | 'too_many_requests'
  | 'code_not_sent'
  | 'receiver_refused'
  | 'country_not_served'
  | 'no_texts_left'

/** Facts about one request of a hook. */
export interface HookCall {
  /** Identifies the request: Auth's repetitions of it have the same. */
  id: string
  /** How much time is left (ms). */
  left: () => number
}

/**
 * Time for a response (ms). Auth waits 5 s for all its attempts together and then answers its client with an error of its own.
 */
const ANSWER_MS = 4500

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
  deliver: (event: z.output<Schema>, call: HookCall) => Promise<void>,
): (request: Request) => Promise<Response> {
  return async (request) => {
    const endsAt = Date.now() + ANSWER_MS
    if (request.method !== 'POST') return refuse(405, 'Only POST is allowed here')
    try {
      const payload = await readBytes(request)
      await verifyWebhook(secrets, request.headers, payload)
      const call = { id: request.headers.get('webhook-id') ?? '', left: () => endsAt - Date.now() }
      await inTime(deliver(readEvent(asked, payload), call), call.left())
      return Response.json({})
    } catch (error) {
      if (error instanceof BadSignature) return refuse(401, 'The signature of this request is not valid')
      // Auth passes on a refusal only from a response of 200; every other status is a failure of the hook to it.
      if (error instanceof Refused) {
        return Response.json({ error: { http_code: error.status, message: error.message } })
      }
      if (error instanceof BadEvent) return refuse(400, error.message)
      if (error instanceof HttpError) return refuse(error.status, error.message)
      console.error(`${name}: ${error instanceof Error ? error.message : String(error)}`)
      return refuse(500, 'The message could not be sent')
    }
  }
}

/** Waits for a delivery. @throws {Refused} if it takes too long: a code that comes after the refusal is no longer valid */
async function inTime(delivery: Promise<void>, ms: number): Promise<void> {
  const end = new AbortController()
  const late = delay(ms, undefined, { signal: end.signal }).then(() => {
    throw new Refused('code_not_sent')
  })
  late.catch(() => {})
  delivery.catch(() => {})
  try {
    await Promise.race([delivery, late])
  } finally {
    end.abort()
  }
}

/** @throws {Refused} unless the message was sent */
export function requireSent(outcome: Outcome): void {
  if (outcome.state === 'sent') return
  // What is wrong with our message or our settings is no fault of the number.
  throw outcome.state === 'receiver_refused' ? new Refused('receiver_refused', 422) : new Refused('code_not_sent')
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
