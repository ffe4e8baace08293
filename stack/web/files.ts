import { createReadStream, statSync } from 'node:fs'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { basename, extname, join, normalize, sep } from 'node:path'

const types: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.mjs': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.webmanifest': 'application/manifest+json; charset=utf-8',
  '.map': 'application/json; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.webp': 'image/webp',
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2',
  '.txt': 'text/plain; charset=utf-8',
  '.pmtiles': 'application/octet-stream',
  '.pbf': 'application/x-protobuf'
}

/** Patterns of files that the development server must not serve. They replace Vite's own short list. */
export const closedFiles = [
  '.env*',
  '*.{crt,pem,key}',
  '**/.git/**',
  '**/.hackney/**',
  '**/.hackney-*/**',
  '**/region/.*'
]

/** Returns the pattern that matches everything in a folder. Special characters in the folder's name are escaped. */
export const closedFolder = (path: string): string => `${path.replace(/[$^*+?{}()|[\]!\\]/g, '\\$&')}/**`

export interface FoundFile {
  path: string
  size: number
  type: string
  etag: string
}

/** Returns the file in `folder` for a URL's path, or null. It never returns a folder or a file outside of `folder`. */
export function findFile(folder: string, pathname: string): FoundFile | null {
  let decoded: string
  try {
    decoded = decodeURIComponent(pathname)
  } catch {
    return null
  }
  const path = normalize(join(folder, decoded))
  if (decoded.includes('\0') || !path.startsWith(folder + sep)) return null
  const stats = statSync(path, { throwIfNoEntry: false })
  if (!stats?.isFile()) return null
  const type = types[extname(path)] ?? 'application/octet-stream'
  return {
    path,
    size: stats.size,
    type,
    etag: `"${stats.size.toString(36)}-${Math.trunc(stats.mtimeMs).toString(36)}"`
  }
}

/** Files of the region that the page reads. All others are for the edge functions and are not served. */
export const regionFiles = ['tiles.pmtiles', 'region.json']
/** More files for the page: still pictures of the map, and what it says about its town. They may be missing. */
export const moreFiles = ['still-light.svg', 'still-dark.svg', 'town.json']

/** Finds a file of the map region for a URL's path, with the checks of `findFile`. */
export function findRegionFile(folder: string, pathname: string): FoundFile | null {
  const file = findFile(folder, pathname)
  return file && [...regionFiles, ...moreFiles].includes(basename(file.path)) ? file : null
}

/**
 * Returns the first and last byte that a `Range` header requests. Returns null for the whole file, also if the header has
 * several ranges. Returns 'bad' if the range is impossible.
 */
export function parseRange(header: string | undefined, size: number): [number, number] | null | 'bad' {
  const [, from, to] = /^bytes=(\d*)-(\d*)$/.exec(header ?? '') ?? []
  if (from === undefined || to === undefined || (from === '' && to === '')) return null
  const first = from === '' ? Math.max(0, size - Number(to)) : Number(from)
  const last = from === '' || to === '' ? size - 1 : Math.min(Number(to), size - 1)
  return first > last || first >= size ? 'bad' : [first, last]
}

/** Sends a file, or the requested range of it. The map reads its tiles from one large file in ranges. */
export function sendFile(request: IncomingMessage, response: ServerResponse, file: FoundFile, cache: string): void {
  const headers = { 'content-type': file.type, etag: file.etag, 'cache-control': cache, 'accept-ranges': 'bytes' }
  if (request.headers['if-none-match'] === file.etag) {
    response.writeHead(304, headers).end()
    return
  }
  const range = parseRange(request.headers.range, file.size)
  if (range === 'bad') {
    response.writeHead(416, { 'content-range': `bytes */${file.size}` }).end()
    return
  }
  const [start, end] = range ?? [0, file.size - 1]
  const partial = range ? { 'content-range': `bytes ${start}-${end}/${file.size}` } : {}
  response.writeHead(range ? 206 : 200, { ...headers, ...partial, 'content-length': end - start + 1 })
  if (request.method === 'HEAD' || file.size === 0) {
    response.end()
    return
  }
  createReadStream(file.path, { start, end })
    .on('error', () => response.destroy())
    .pipe(response)
}
