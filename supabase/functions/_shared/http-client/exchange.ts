import { fetchOnce } from '../kernel/fetch-once.ts'
import { readLimited } from '../kernel/read-limited.ts'
import { garbage, ProviderFailure } from './failure.ts'

/** One HTTP request to a provider. */
export interface Ask {
  url: URL
  headers?: Record<string, string>
  /** HTTP method; default: POST if there is a body or a form, else GET. */
  method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** The body, which is sent as JSON. */
  body?: unknown
  /** The body as a form (`application/x-www-form-urlencoded`), with fields in this order. */
  form?: URLSearchParams
  /** The body as a text that is sent unchanged; the headers name its type. */
  raw?: string
  /** The format of the response; default: JSON. For `text`, the reply's field `json` holds the text as a string. */
  reads?: 'json' | 'text'
  /** Statuses that mean success; default: 200. A response with 204 has no body, and its `json` is null. */
  ok?: readonly number[]
  /**
   * Whether the request may be sent twice; default: only a GET. Set it for a POST that is a query or has an idempotency key.
   * Any other POST is sent once, since a server may have executed it before the connection broke.
   */
  isRepeatable?: boolean
  /** Statuses of 400 and above that are no failure: their body is read like that of a success. */
  accept?: readonly number[]
}

export interface Reply {
  status: number
  headers: Headers
  json: unknown
}

export interface ExchangeOptions {
  timeoutMs: number
  /** Largest response in bytes; a longer one is a failure of kind `oversize`. */
  maxBytes?: number | undefined
  /** Cancels the request when it is aborted. */
  signal?: AbortSignal | undefined
  fetcher?: typeof fetch | undefined
  /** Called with the headers of every response. */
  onHeaders?: (headers: Headers) => void
}

const hasBody = ({ body, form, raw }: Ask) => body !== undefined || form !== undefined || raw !== undefined

const methodOf = (ask: Ask) => ask.method ?? (hasBody(ask) ? 'POST' : 'GET')

/** Whether a request may be sent twice. */
export const isRepeatable = (ask: Ask): boolean => ask.isRepeatable ?? methodOf(ask) === 'GET'

const MAX_BYTES = 4 * 1024 * 1024
/**
 * Largest pause that is accepted from `Retry-After`. Without this limit, a provider with a wrong clock could stop our requests
 * for days.
 */
const MAX_RETRY_AFTER_MS = 10 * 60_000

/**
 * Sends one request and reads the whole response: as JSON, or as text if the request says so (`reads`).
 *
 * @throws {ProviderFailure} for any other outcome. Errors of `fetch` are not passed on: they contain the URL, which may hold a
 * key
 */
export async function exchange(
  ask: Ask,
  { timeoutMs, maxBytes = MAX_BYTES, signal, fetcher = isRepeatable(ask) ? fetch : fetchOnce, onHeaders }:
    ExchangeOptions,
): Promise<Reply> {
  const { url, headers, body, form, raw, accept = [], ok = [200], reads = 'json' } = ask
  try {
    const reply = await fetcher(url, {
      method: methodOf(ask),
      headers: {
        accept: reads === 'json' ? 'application/json' : '*/*',
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...(form !== undefined && { 'content-type': 'application/x-www-form-urlencoded' }),
        ...headers,
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
      ...(form !== undefined && { body: form.toString() }),
      ...(raw !== undefined && { body: raw }),
      // Do not follow redirects: a key in a header would be sent to the new address.
      redirect: 'manual',
      signal: AbortSignal.any([AbortSignal.timeout(timeoutMs), ...(signal ? [signal] : [])]),
    })
    onHeaders?.(reply.headers)
    const failure = failureOf(reply, accept, ok)
    if (!failure) {
      return { status: reply.status, headers: reply.headers, json: await readAnswer(reply, maxBytes, reads) }
    }
    await reply.body?.cancel()
    throw failure
  } catch (error) {
    if (error instanceof ProviderFailure) throw error
    if (signal?.aborted) throw new ProviderFailure('cancelled', 'another part of the question failed')
    throw silent(error instanceof Error ? error : new Error(), timeoutMs)
  }
}

function silent(error: Error, timeoutMs: number): ProviderFailure {
  const { name } = error
  if (name === 'TimeoutError') return new ProviderFailure('timeout', `no whole answer within ${timeoutMs} ms`)
  // Deno throws this error for a host that its permissions exclude.
  if (name === 'NotCapable') return new ProviderFailure('denied', 'host not permitted', { isUnsent: true })
  // Deno names the phase of the request that failed. Without a connection, and that includes TLS, nothing was sent.
  const message = `${error.message} ${error.cause instanceof Error ? error.cause.message : ''}`
  if (!message.includes('client error (Connect)')) {
    return new ProviderFailure('network', 'the connection broke')
  }
  const what = /certificate|tls/i.test(message) ? 'has no valid certificate' : 'cannot be reached'
  return new ProviderFailure('network', what, { isUnsent: true })
}

function failureOf(
  { status, headers }: Response,
  accept: readonly number[],
  ok: readonly number[],
): ProviderFailure | null {
  if (accept.includes(status)) return null
  const facts = { status, retryAfterMs: retryAfterMs(headers) }
  if (status === 429) return new ProviderFailure('throttled', 'status 429', facts)
  if (status >= 500) return new ProviderFailure('server', `status ${status}`, facts)
  if (status === 401 || status === 403) return new ProviderFailure('denied', `status ${status}: is the key good?`, { status })
  if (status >= 400) return new ProviderFailure('refused', `status ${status}`, { status })
  if (ok.includes(status)) return null
  const what = status >= 300 ? `status ${status}: redirects are not followed` : `status ${status}`
  return new ProviderFailure('garbage', what, { status })
}

/** Returns the pause (ms) that the header `Retry-After` asks for; the header gives seconds or a date. */
function retryAfterMs(headers: Headers): number | undefined {
  const value = headers.get('retry-after')?.trim()
  if (!value) return undefined
  const ms = /^\d+$/.test(value) ? Number(value) * 1000 : Date.parse(value) - Date.now()
  return Number.isNaN(ms) ? undefined : Math.min(Math.max(ms, 0), MAX_RETRY_AFTER_MS)
}

async function readAnswer(reply: Response, maxBytes: number, reads: 'json' | 'text'): Promise<unknown> {
  if (reply.status === 204) return null
  return reads === 'text' ? new TextDecoder().decode(await readBytes(reply, maxBytes)) : await readJson(reply, maxBytes)
}

async function readJson(reply: Response, maxBytes: number): Promise<unknown> {
  const type = reply.headers.get('content-type') ?? ''
  if (!/^application\/([\w.-]+\+)?json\b/i.test(type)) {
    await reply.body?.cancel()
    throw noJson(reply.status, 'the answer is no JSON by its content type')
  }
  const json = new TextDecoder().decode(await readBytes(reply, maxBytes))
  try {
    return JSON.parse(json)
  } catch {
    throw noJson(reply.status, 'the answer is no JSON')
  }
}

async function readBytes({ body }: Response, maxBytes: number): Promise<Uint8Array> {
  try {
    return body ? await readLimited(body, maxBytes) : new Uint8Array()
  } catch (error) {
    if (!(error instanceof RangeError)) throw error
    throw new ProviderFailure('oversize', `the answer is longer than ${maxBytes} bytes`)
  }
}

/**
 * Returns the failure for a body that is not JSON. With a status of 400 or above the failure is `refused`, not `garbage`: a
 * proxy may have written the body.
 */
const noJson = (status: number, what: string) =>
  status >= 400 ? new ProviderFailure('refused', `status ${status}, and ${what}`, { status }) : garbage(what)
