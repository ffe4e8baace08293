import { createHmac, randomUUID } from 'node:crypto'
import type { HttpHook } from './config.ts'
import { isObject } from './input.ts'
import { Refusal } from './refusal.ts'

/** Time limit of a whole hook call, with its retries (ms), if the hook has responded before. */
const patience = 5000
const tries = 3
/** The statuses of a hook's response that GoTrue reads. For every other one its client gets a 500. */
const accepted = new Set([200, 202, 204])

/**
 * Time limit of a hook call as long as the hook has never responded (ms). It is longer, because the process of the edge
 * function behind the hook has to start first, perhaps on a busy machine.
 */
const firstPatience = 20_000
const answered = new Set<string>()

/** Returns the signature headers of a hook's request, as defined by Standard Webhooks: one signature for each key. */
export function signedHeaders(
  secrets: readonly Buffer[],
  id: string,
  timestamp: number,
  payload: string
): Record<string, string> {
  const signatures = secrets.map(
    (secret) => `v1,${createHmac('sha256', secret).update(`${id}.${timestamp}.${payload}`).digest('base64')}`
  )
  return { 'webhook-id': id, 'webhook-timestamp': String(timestamp), 'webhook-signature': signatures.join(' ') }
}

/**
 * Calls a hook by HTTP. If the hook consents, the call resolves without a value.
 *
 * @throws Refusal with the hook's own text if the hook refuses. If the hook fails or is missing, the text is that of GoTrue
 * (Supabase's Auth server).
 */
export async function callHook({ uri, secrets }: HttpHook, event: object): Promise<void> {
  const payload = JSON.stringify(event)
  const id = randomUUID()
  const time = answered.has(uri) ? patience : firstPatience
  const signal = AbortSignal.timeout(time)
  for (let attempt = 1; ; attempt += 1) {
    const headers = signedHeaders(secrets, id, Math.floor(Date.now() / 1000), payload)
    const response = await ask(uri, payload, headers, signal, time)
    answered.add(uri)
    const text = await response.text().catch(() => '')
    if (accepted.has(response.status)) return checkAnswer(parse(text))
    const again = (response.status === 429 || response.status === 503) && response.headers.has('retry-after')
    if (!again) {
      throw new Refusal(500, 'unexpected_failure', `Unexpected status code returned from hook: ${response.status}`)
    }
    if (attempt === tries) {
      throw new Refusal(422, 'hook_timeout_after_retry', 'Failed to reach hook after maximum retries')
    }
  }
}

async function ask(
  uri: string,
  payload: string,
  headers: Record<string, string>,
  signal: AbortSignal,
  time: number
): Promise<Response> {
  try {
    return await fetch(uri, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: payload,
      signal
    })
  } catch {
    if (signal.aborted) {
      const seconds = time / 1000
      throw new Refusal(422, 'hook_timeout', `Failed to reach hook within maximum time of ${seconds} seconds`)
    }
    throw new Refusal(500, 'unexpected_failure', 'Failed to reach hook')
  }
}

/** Checks the body of a hook's successful response. @throws Refusal if the body has the field `error` */
function checkAnswer(answer: unknown): void {
  if (isObject(answer) && isObject(answer.error)) throw refusalOf(Number(answer.error.http_code), answer)
}

function refusalOf(status: number, answer: unknown): Refusal {
  const error = isObject(answer) && isObject(answer.error) ? answer.error : null
  const code = Number(error?.http_code ?? status)
  if (error && code >= 400 && code < 500) {
    return new Refusal(code, 'unexpected_failure', String(error.message ?? 'Refused by the hook'))
  }
  return new Refusal(500, 'unexpected_failure', `Unexpected status code returned from hook: ${status}`)
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
