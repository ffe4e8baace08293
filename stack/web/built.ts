import { readdirSync, readFileSync, statSync } from 'node:fs'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { join } from 'node:path'
import { addressOf } from '../address.ts'
import type { Demo } from '../demo/index.ts'
import { createEncoder, encodingOf, isCompressible, type Read, sendEncoded } from './encoding.ts'
import { type FoundFile, findFile, sendFile } from './files.ts'
import { framePath } from './framing.ts'
import { findPage } from './pages.ts'
import { policyHeader, withoutPolicy } from './policy.ts'
import { demoFolder } from './split-demo.ts'

/** What the app is built from; a newer file here than in dist/ makes the build stale. */
const sources = [
  'src',
  'public',
  'index.html',
  'vite.config.ts',
  'scripts/build',
  'stack/web/policy.ts',
  'stack/web/split-demo.ts',
  'package-lock.json'
]

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

/**
 * The page loses the policy that it carries for hosts without headers, since the header knows the API, and gets what lets
 * it use the demo.
 */
const reader =
  (demo: Demo | undefined): Read =>
  (file) => {
    if (!isHtml(file)) return readFileSync(file.path)
    const html = withoutPolicy(readFileSync(file.path, 'utf8'))
    return Buffer.from(demo ? demo.mark(html) : html)
  }

const isHtml = ({ type }: FoundFile): boolean => type.startsWith('text/html')

/** Who may frame that page is in its header, and holds from one look to the next. */
function cacheOf(pathname: string): string {
  if (pathname === framePath) return 'no-store'
  return pathname.startsWith('/assets/') ? 'public, max-age=31536000, immutable' : 'no-cache'
}

/**
 * Serves dist/, with the HTML of its page for every path that is none of a file.
 *
 * @param apiUrl Address of the API, which the page may ask.
 * @param demo What the page may use here and on no other host; its part of the app lies beside dist/.
 */
export function createBuiltHandler(
  root: string,
  apiUrl: string,
  demo?: Demo
): (request: IncomingMessage, response: ServerResponse, ancestors?: readonly string[]) => void {
  const folder = join(root, 'dist')
  const marked = { contentOf: reader(demo), encode: createEncoder(reader(demo)) }
  // Another site's frame is none of the demo's.
  const plain = { contentOf: reader(undefined), encode: createEncoder(reader(undefined)) }
  const find = (pathname: string): FoundFile | null =>
    findFile(folder, pathname) ?? (demo ? findFile(join(root, demoFolder), pathname) : null)
  return (request, response, ancestors = []) => {
    const url = addressOf(request)
    if (!url) {
      response.writeHead(400, { 'content-type': 'text/plain' }).end('Bad request')
      return
    }
    const { pathname } = url
    const isMarked = demo !== undefined && pathname !== framePath
    const { contentOf, encode } = isMarked ? marked : plain
    const isFile = pathname !== '/' && /\.[^/]+$/.test(pathname)
    const file = find(pathname) ?? (isFile ? null : findPage(folder, url, request.headers['accept-language']))
    if (!file || !['GET', 'HEAD'].includes(request.method ?? '')) {
      response
        .writeHead(file ? 405 : 404, { 'content-type': 'text/plain' })
        .end(file ? 'Method not allowed' : 'Not found')
      return
    }
    const cache = cacheOf(pathname)
    if (isHtml(file)) {
      const html = contentOf(file).toString()
      response.setHeader('content-security-policy', policyHeader({ apiUrl, html }, ancestors))
    } else if (encodingOf(request) === 'identity' || !isCompressible(file) || request.headers.range) {
      sendFile(request, response, file, cache)
      return
    }
    // A page kept from an earlier start holds a nonce that nothing takes any more.
    const mark = isMarked && isHtml(file) ? `-${demo.meta.content.slice(0, 8)}` : ''
    sendEncoded(request, response, { file, encode, cache, mark, vary: isHtml(file) ? ', accept-language' : '' })
  }
}
