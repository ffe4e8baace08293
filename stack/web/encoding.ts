import { readFileSync } from 'node:fs'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import type { FoundFile } from './files.ts'

const compressible = /^(?:text\/|application\/(?:json|manifest)|image\/svg)/

export const isCompressible = ({ type }: FoundFile): boolean => compressible.test(type)

type Encoding = 'br' | 'gzip' | 'identity'

export function encodingOf(request: IncomingMessage): Encoding {
  const accepted = request.headers['accept-encoding'] ?? ''
  if (/\bbr\b/.test(accepted)) return 'br'
  return /\bgzip\b/.test(accepted) ? 'gzip' : 'identity'
}

type Read = (file: FoundFile) => Buffer

interface Encoded {
  etag: string
  body: Buffer
}

/**
 * Returns the content of a file in an encoding (`identity` is not compressed). Results are cached until the file's version tag
 * changes. There are few files, so the cache stays small.
 */
type Encode = (file: FoundFile, encoding: Encoding, etag: string, read: Read) => Buffer

export function createEncoder(): Encode {
  const cache = new Map<string, Encoded>()
  return (file, encoding, etag, read) => {
    const key = `${encoding} ${file.path}`
    const known = cache.get(key)
    if (known?.etag === etag) return known.body
    const body = encoded(read(file), encoding)
    cache.set(key, { etag, body })
    return body
  }
}

function encoded(content: Buffer, encoding: Encoding): Buffer {
  if (encoding === 'identity') return content
  if (encoding === 'gzip') return gzipSync(content)
  return brotliCompressSync(content, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } })
}

interface Sending {
  file: FoundFile
  encode: Encode
  cache: string
  /** Further request headers on which the response depends. The text is appended to `accept-encoding` in the header Vary. */
  vary?: string
  mark?: string
  /** Reads the content, if it differs from the file's. */
  read?: Read
}

/** Sends a text file, compressed if the client accepts that. */
export function sendEncoded(
  request: IncomingMessage,
  response: ServerResponse,
  { file, encode, cache, vary = '', mark = '', read = contentOf }: Sending
): void {
  const encoding = encodingOf(request)
  const etag = `${file.etag.slice(0, -1)}-${encoding}${mark}"`
  const headers = { 'content-type': file.type, 'cache-control': cache, vary: `accept-encoding${vary}`, etag }
  if (request.headers['if-none-match'] === etag) {
    response.writeHead(304, headers).end()
    return
  }
  const body = encode(file, encoding, etag, read)
  const how = encoding === 'identity' ? {} : { 'content-encoding': encoding }
  response.writeHead(200, { ...headers, ...how, 'content-length': body.length })
  response.end(request.method === 'HEAD' ? undefined : body)
}

const contentOf: Read = ({ path }) => readFileSync(path)
