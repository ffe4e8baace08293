import type { AppClock } from './clock.ts'

/** The error for a request that the product has refused, with the product's error key. */
export class Refusal extends Error {
  readonly status: number
  readonly key: string
  constructor(status: number, key: string, hint: string) {
    super(hint ? `${key} (${hint})` : key)
    this.status = status
    this.key = key
  }
}

/** Returns the access token for a person's request; null for a visitor. */
export type Token = () => Promise<string | null>

/** Returns the token of a visitor, who is not signed in: null. */
export const visitor: Token = async () => null

/** A client of the public API for all simulated people. */
export interface Api {
  readonly url: string
  readonly key: string
  readonly inbox: string
  /** Returns the number of requests sent so far. */
  readonly count: () => number
  rpc<T>(token: Token, name: string, body: object): Promise<T>
  /** Returns rows of a table or view. @param query a PostgREST query, such as `bookings?id=eq.1` */
  rows<T>(token: Token, query: string): Promise<T[]>
  invoke<T>(token: Token, name: string, body: object): Promise<T>
  /** Calls an endpoint of Auth. */
  auth<T>(path: string, body: object): Promise<T>
  /** Uploads a picture into a bucket. */
  upload(token: Token, path: string, bytes: Uint8Array, type: string): Promise<void>
}

export interface ApiOptions {
  url: string
  key: string
  inbox: string
  clock: AppClock
  /** Called and awaited before each request. A lockstep run (see lockstep.ts) sets the server's clock here. */
  before?: () => Promise<void>
}

/** Time limit of a request (ms): longer than any response of a working server takes. */
const PATIENCE = 15_000

async function refusalOf(response: Response): Promise<Refusal> {
  const body = (await response.json().catch(() => ({}))) as Record<string, unknown>
  const text = (name: string) => (typeof body[name] === 'string' ? (body[name] as string) : '')
  const key = text('error_code') || text('message') || text('error') || text('msg') || `status ${response.status}`
  return new Refusal(response.status, key, text('hint'))
}

/** Creates the client. It uses Node's `fetch`, which keeps connections open and shares them between requests. */
export function createApi({ url, key, inbox, clock, before }: ApiOptions): Api {
  let count = 0
  async function ask(token: Token, path: string, init: RequestInit): Promise<Response> {
    await before?.()
    const bearer = await token()
    count += 1
    const response = await fetch(url + path, {
      ...init,
      headers: { apikey: key, ...(bearer ? { authorization: `Bearer ${bearer}` } : {}), ...init.headers },
      signal: AbortSignal.timeout(PATIENCE)
    })
    if (path.startsWith('/rest/v1/')) clock.hear(response.headers.get('date'))
    if (!response.ok) throw await refusalOf(response)
    return response
  }
  const post = (body: object): RequestInit => ({
    method: 'POST',
    body: JSON.stringify(body),
    headers: { 'content-type': 'application/json' }
  })
  const read = async <T>(answer: Promise<Response>): Promise<T> => {
    const text = await (await answer).text()
    return (text === '' ? null : JSON.parse(text)) as T
  }
  return {
    url,
    key,
    inbox,
    count: () => count,
    rpc: (token, name, body) => read(ask(token, `/rest/v1/rpc/${name}`, post(body))),
    rows: (token, query) => read(ask(token, `/rest/v1/${query}`, {})),
    invoke: (token, name, body) => read(ask(token, `/functions/v1/${name}`, post(body))),
    auth: (path, body) => read(ask(visitor, `/auth/v1/${path}`, post(body))),
    async upload(token, path, bytes, type) {
      const body = new Blob([new Uint8Array(bytes)])
      const init = { method: 'POST', body, headers: { 'content-type': type, 'x-upsert': 'true' } }
      await (await ask(token, `/storage/v1/object/${path}`, init)).arrayBuffer()
    }
  }
}
