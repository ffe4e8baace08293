import type { IncomingMessage } from 'node:http'

/** What a `Host` header may be: a name or an address, and a port. */
const hostName = /^(?:[\w.-]+|\[[\da-f:.]+\])(?::\d{1,5})?$/i

/**
 * The address that a request asks for, or null where it is none: answer 400 then. Whatever a client sends, this does
 * not throw, which `new URL` does for `//` or for a host with a space.
 */
export function addressOf({ url = '/', headers }: Pick<IncomingMessage, 'url' | 'headers'>): URL | null {
  const host = headers.host ?? '127.0.0.1'
  // A second slash would begin the name of another host.
  if (!/^\/(?!\/)/.test(url) || !hostName.test(host)) return null
  return URL.parse(`http://${host}${url}`)
}

/** Whether the percent signs of a path stand for text. */
export function isDecodable(path: string): boolean {
  try {
    decodeURIComponent(path)
    return true
  } catch {
    return false
  }
}

/** The answer to an upgrade that nobody takes. */
export const refusedUpgrade = (status: string): string =>
  `HTTP/1.1 ${status}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`
