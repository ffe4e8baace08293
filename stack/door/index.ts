import type { IncomingMessage, ServerResponse } from 'node:http'
import { addressOf } from '../address.ts'

/**
 * How long a server keeps an idle connection (ms). It is longer than the 90 s of the clients' pools, so that the client closes
 * first. If the server closed first, a POST that is sent at that moment would be lost, and a client may not send it twice.
 */
export const IDLE_MS = 120_000

/** Status and text of a request's refusal. */
export interface Refusal {
  status: 400 | 401 | 403
  message: string
}

/** Checks each request and each upgrade before anything else. */
export interface Door {
  /** Host names under which the stack may be reached in addition to those of loopback. */
  readonly hosts: readonly string[]
  /** Checks a request. Returns its URL, or the reason for its refusal. */
  enter(request: IncomingMessage): URL | Refusal
}

/**
 * Names under which a browser reaches loopback. Any other name may belong to a foreign page whose DNS points the name to this
 * machine.
 */
const loopback = ['localhost', '127.0.0.1', '[::1]']

/**
 * Creates the check for every port of the stack. Any page in the browser can reach 127.0.0.1. Therefore the `Host` must be a
 * name of this machine, and a browser may not send a secret key.
 *
 * @param hosts Further names, from `--allow-host`.
 */
export function createDoor(hosts: readonly string[] = []): Door {
  const names = new Set([...loopback, ...hosts.map((host) => host.toLowerCase())])
  return {
    hosts,
    enter(request) {
      const url = addressOf(request)
      if (!url) return { status: 400, message: 'The address cannot be read' }
      if (!names.has(url.hostname)) {
        return { status: 403, message: `The host ${url.hostname} is not allowed; start with --allow-host=NAME` }
      }
      return isBrowser(request) && carriesSecret(request, url)
        ? { status: 401, message: 'Forbidden use of secret API key in browser' }
        : url
    }
  }
}

export const isRefusal = (entry: URL | Refusal): entry is Refusal => !(entry instanceof URL)

/**
 * Returns whether a page sent the request. Programs send none of these headers (Node's fetch only Sec-Fetch-Mode), and a page
 * cannot omit all of them.
 */
export function isBrowser({ headers }: Pick<IncomingMessage, 'headers'>): boolean {
  return Object.keys(headers).some((name) => /^(?:origin$|referer$|sec-fetch-(?:site|dest)$)/.test(name))
}

/**
 * Returns whether a page of another origin sent the request, other than by a plain link. Such a page may neither read nor
 * change anything on a port without keys. Browsers too old for Sec-Fetch-Site still send an Origin with requests that change
 * something.
 */
export function isForeign({ headers, method }: Pick<IncomingMessage, 'headers' | 'method'>): boolean {
  const { origin, host, 'sec-fetch-site': site = 'none', 'sec-fetch-dest': target } = headers
  if (origin !== undefined) return origin.replace(/^https?:\/\//, '') !== host
  const isLink = method === 'GET' && target === 'document'
  return site !== 'none' && site !== 'same-origin' && !isLink
}

/**
 * Returns whether a browser's request contains a secret key. Checks every header and parameter, decoded as the services decode
 * them.
 */
function carriesSecret({ headers, url = '' }: IncomingMessage, { searchParams }: URL): boolean {
  const values = Object.values(headers).flatMap((value) => value ?? [])
  return [url, ...[...searchParams].flat(), ...values, ...values.map(decoded)].some((text) => /sb_secret_/i.test(text))
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/** Writes a refusal as plain text, for services without an error format of their own. */
export function refuse(response: ServerResponse, { status, message }: Refusal): void {
  response.writeHead(status, { 'content-type': 'text/plain; charset=utf-8' }).end(message)
}
