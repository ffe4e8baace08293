import { readdirSync, readFileSync, statSync } from 'node:fs'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { join } from 'node:path'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import { addressOf } from '../address.ts'
import { type FoundFile, findFile, sendFile } from './files.ts'

const compressible = /^(?:text\/|application\/(?:json|manifest)|image\/svg)/

/** What the app is built from; a newer file here than in dist/ makes the build stale. */
const sources = ['src', 'public', 'index.html', 'vite.config.ts', 'package-lock.json']

function newest(path: string): number {
  const stats = statSync(path, { throwIfNoEntry: false })
  if (!stats) return 0
  if (!stats.isDirectory()) return stats.mtimeMs
  return Math.max(stats.mtimeMs, ...readdirSync(path).map((name) => newest(join(path, name))))
}

/** Builds the app into dist/ unless what is there is newer than every source. */
export async function buildIfStale(root: string): Promise<boolean> {
  const built = statSync(join(root, 'dist/index.html'), { throwIfNoEntry: false })
  if (built && sources.every((source) => newest(join(root, source)) <= built.mtimeMs)) return false
  const { build } = await import('vite')
  await build({ root, configFile: join(root, 'vite.config.ts'), logLevel: 'warn' })
  return true
}

interface Encoded {
  etag: string
  body: Buffer
}

/** Compresses each text file once and keeps the result: there are few, and they change only with a build. */
function createEncoder(): (file: FoundFile, encoding: 'br' | 'gzip') => Buffer {
  const cache = new Map<string, Encoded>()
  return (file, encoding) => {
    const key = `${encoding} ${file.path}`
    const known = cache.get(key)
    if (known?.etag === file.etag) return known.body
    const content = readFileSync(file.path)
    const body =
      encoding === 'br'
        ? brotliCompressSync(content, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } })
        : gzipSync(content)
    cache.set(key, { etag: file.etag, body })
    return body
  }
}

function encodingOf(request: IncomingMessage): 'br' | 'gzip' | null {
  const accepted = request.headers['accept-encoding'] ?? ''
  if (/\bbr\b/.test(accepted)) return 'br'
  return /\bgzip\b/.test(accepted) ? 'gzip' : null
}

/**
 * Serves dist/, with index.html for every path that is a page of the app rather than a file.
 */
export function createBuiltHandler(root: string): (request: IncomingMessage, response: ServerResponse) => void {
  const folder = join(root, 'dist')
  const encode = createEncoder()
  return (request, response) => {
    const pathname = addressOf(request)?.pathname
    if (pathname === undefined) {
      response.writeHead(400, { 'content-type': 'text/plain' }).end('Bad request')
      return
    }
    const isPage = !/\.[^/]+$/.test(pathname)
    const file = findFile(folder, pathname) ?? (isPage ? findFile(folder, '/index.html') : null)
    if (!file || !['GET', 'HEAD'].includes(request.method ?? '')) {
      response
        .writeHead(file ? 405 : 404, { 'content-type': 'text/plain' })
        .end(file ? 'Method not allowed' : 'Not found')
      return
    }
    const cache = pathname.startsWith('/assets/') ? 'public, max-age=31536000, immutable' : 'no-cache'
    const encoding = encodingOf(request)
    if (!encoding || !compressible.test(file.type) || request.headers.range) {
      sendFile(request, response, file, cache)
      return
    }
    const headers = { 'content-type': file.type, 'cache-control': cache, vary: 'accept-encoding' }
    const etag = `${file.etag.slice(0, -1)}-${encoding}"`
    if (request.headers['if-none-match'] === etag) {
      response.writeHead(304, { ...headers, etag }).end()
      return
    }
    const body = encode(file, encoding)
    response.writeHead(200, { ...headers, etag, 'content-encoding': encoding, 'content-length': body.length })
    response.end(request.method === 'HEAD' ? undefined : body)
  }
}
