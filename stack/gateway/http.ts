import type { IncomingMessage, ServerResponse } from 'node:http'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { ReadableStream as WebStream } from 'node:stream/web'

/** The error for a request whose body is larger than the gateway's limit. */
export class BodyTooLarge extends Error {}

/** Hop-by-hop headers, which are not forwarded. */
const perConnection = new Set(['connection', 'keep-alive', 'transfer-encoding', 'upgrade', 'te', 'trailer', 'expect'])

/** Header in which functions find the client's address, as on hosted Supabase. Only the stack writes it. */
export const clientAddressHeader = 'cf-connecting-ip'

/**
 * Headers in which proxies put the client's address. There is no proxy in front of the stack, so a client that sends them has
 * made them up.
 */
const claimedAddress =
  /^(?:cf-connecting-ip.*|true-client-ip|forwarded|x-(?:forwarded-.+|real-ip|client-ip|cluster-client-ip))$/

/**
 * Returns the body as a stream, which fails above `limit` bytes. When the reader cancels the stream, the rest of the body is
 * still read and discarded. Only then can the client read an early response.
 *
 * @throws BodyTooLarge if the header content-length already exceeds the limit
 */
function streamBody(request: IncomingMessage, limit: number): ReadableStream<Uint8Array> {
  const tooLarge = new BodyTooLarge(`The body is larger than ${limit} bytes`)
  if (Number(request.headers['content-length'] ?? 0) > limit) throw tooLarge
  let size = 0
  const letGo = (): void => {
    for (const event of ['data', 'end', 'close', 'error']) request.removeAllListeners(event)
    request.on('error', () => undefined)
    request.resume()
  }
  return new ReadableStream<Uint8Array>(
    {
      start(controller) {
        const fail = (error: Error): void => {
          letGo()
          controller.error(error)
        }
        request.on('data', (part: Buffer) => {
          size += part.length
          if (size > limit) return fail(tooLarge)
          controller.enqueue(new Uint8Array(part))
          if ((controller.desiredSize ?? 0) <= 0) request.pause()
        })
        request.once('end', () => {
          letGo()
          controller.close()
        })
        for (const event of ['close', 'error']) request.once(event, () => fail(new Error('The client went away')))
        request.pause()
      },
      pull() {
        request.resume()
      },
      cancel: letGo
    },
    { highWaterMark: 256 * 1024, size: (part) => part?.length ?? 0 }
  )
}

async function readBody(request: IncomingMessage, limit: number): Promise<Buffer> {
  const tooLarge = new BodyTooLarge(`The body is larger than ${limit} bytes`)
  if (Number(request.headers['content-length'] ?? 0) > limit) throw tooLarge
  const parts: Buffer[] = []
  let size = 0
  for await (const part of request) {
    size += (part as Buffer).length
    if (size > limit) throw tooLarge
    parts.push(part as Buffer)
  }
  return Buffer.concat(parts)
}

/**
 * Converts Node's request into a web Request. Leaves out hop-by-hop headers, and headers in which the client claims an address.
 *
 * @param limit Maximum body in bytes.
 * @param isStreamed Whether the body is passed on as a stream; otherwise it is read whole first.
 * @throws BodyTooLarge
 */
export async function readRequest(
  request: IncomingMessage,
  url: URL,
  limit: number,
  isStreamed = false
): Promise<Request> {
  const headers = new Headers()
  for (const [name, value] of Object.entries(request.headers)) {
    if (value === undefined || perConnection.has(name) || claimedAddress.test(name)) continue
    headers.set(name, Array.isArray(value) ? value.join(', ') : value)
  }
  const method = request.method ?? 'GET'
  if (method === 'GET' || method === 'HEAD') return new Request(url, { method, headers })
  if (isStreamed) {
    return new Request(url, { method, headers, body: streamBody(request, limit), duplex: 'half' } as RequestInit)
  }
  return new Request(url, { method, headers, body: new Uint8Array(await readBody(request, limit)) })
}

/** Writes a web Response, streaming its body. If the client disconnects, writing ends without an error. */
export async function writeResponse(target: ServerResponse, response: Response, headOnly: boolean): Promise<void> {
  const headers: Record<string, string | string[]> = {}
  for (const [name, value] of response.headers) if (!perConnection.has(name)) headers[name] = value
  const cookies = response.headers.getSetCookie()
  if (cookies.length > 0) headers['set-cookie'] = cookies
  target.writeHead(response.status, headers)
  if (headOnly || !response.body) {
    target.end()
    await response.body?.cancel()
    return
  }
  await pipeline(Readable.fromWeb(response.body as WebStream), target).catch(() => undefined)
}
