import type { IncomingMessage } from 'node:http'

/** Matches a valid `Host` header: a name or an IP address, optionally followed by a port. */
const hostName = /^(?:[\w.-]+|\[[\da-f:.]+\])(?::\d{1,5})?$/i

/**
 * Returns the URL of a request, or null if it is invalid; the caller then responds with 400. Unlike `new URL`, it never throws
 * for a path such as `//` or a host with a space.
 */
export function addressOf({ url = '/', headers }: Pick<IncomingMessage, 'url' | 'headers'>): URL | null {
  const host = headers.host ?? '127.0.0.1'
  // Refuse a path that begins with two slashes: the second one would start the name of another host.
  if (!/^\/(?!\/)/.test(url) || !hostName.test(host)) return null
  return URL.parse(`http://${host}${url}`)
}

/** Returns whether the percent-encoding of a path decodes to valid text. */
export function isDecodable(path: string): boolean {
  try {
    decodeURIComponent(path)
    return true
  } catch {
    return false
  }
}

/** Returns the response to an HTTP upgrade that is refused. */
export const refusedUpgrade = (status: string): string =>
  `HTTP/1.1 ${status}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`
