import type { IncomingMessage } from 'node:http'

/** Valid `Host` headers: a name or an address, and a port. */
const hostName = /^(?:[\w.-]+|\[[\da-f:.]+\])(?::\d{1,5})?$/i

/**
 * The URL of a request, or null if it is invalid: then respond with 400. Never throws, unlike `new URL` for `//` or a host with a
 * space.
 */
export function addressOf({ url = '/', headers }: Pick<IncomingMessage, 'url' | 'headers'>): URL | null {
  const host = headers.host ?? '127.0.0.1'
  // Refuse a path that begins with two slashes: the second one would start the name of another host.
  if (!/^\/(?!\/)/.test(url) || !hostName.test(host)) return null
  return URL.parse(`http://${host}${url}`)
}

/** Whether a path's percent-encoding is valid text. */
export function isDecodable(path: string): boolean {
  try {
    decodeURIComponent(path)
    return true
  } catch {
    return false
  }
}

/** The response to an HTTP upgrade that no module handles. */
export const refusedUpgrade = (status: string): string =>
  `HTTP/1.1 ${status}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`
