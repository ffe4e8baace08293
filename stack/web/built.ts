import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { dirname, join, relative } from 'node:path'
import { addressOf } from '../address.ts'
import type { Demo } from '../demo/index.ts'
import type { Log } from '../types.ts'
import type { CaptchaProvider } from './captcha-origins.ts'
import { createEncoder, encodingOf, isCompressible, sendEncoded } from './encoding.ts'
import { type FoundFile, findFile, sendFile } from './files.ts'
import { framePath } from './framing.ts'
import { findPage } from './pages.ts'
import type { PayOrigins } from './pay-origins.ts'
import { buildFolder, type Place } from './place.ts'
import { policyHeader, withoutPolicy } from './policy.ts'
import { createDrawings, type Drawings } from './site/drawings.ts'
import { robots, sitemap } from './site/for-robots.ts'
import { firmManifest } from './site/manifest.ts'
import { followOperator, type Operator, type Operators, offerOf } from './site/operator.ts'
import { rawFile, readSite, type Site } from './site/pages.ts'
import { withSiteHead } from './site/tags.ts'

/** The sources of the app. If one of them is newer than dist/, the build is outdated. */
const sources = [
  'src',
  'public',
  'index.html',
  'vite.config.ts',
  'scripts/build',
  'stack/web/captcha-origins.ts',
  'stack/web/place.ts',
  'stack/web/policy.ts',
  'stack/web/site',
  'stack/web/split-demo.ts',
  'supabase/config.toml',
  'supabase/functions/_shared/brand',
  'package-lock.json'
]

function newest(path: string): number {
  const stats = statSync(path, { throwIfNoEntry: false })
  if (!stats) return 0
  if (!stats.isDirectory()) return stats.mtimeMs
  return Math.max(stats.mtimeMs, ...readdirSync(path).map((name) => newest(join(path, name))))
}

/**
 * Returns whether a folder holds a complete build that is newer than every source. A build writes the service worker last, so an
 * interrupted build has none.
 */
export function isBuilt(root: string, dist: string, further: readonly string[] = []): boolean {
  const last = statSync(join(dist, 'sw.js'), { throwIfNoEntry: false })
  const all = [...sources.map((source) => join(root, source)), ...further]
  return last !== undefined && all.every((source) => newest(source) <= last.mtimeMs)
}

/**
 * Builds the app for a region, unless there is a complete build that is newer than every source. Returns whether it built. A firm's
 * build draws its own region into the pages, and lies beside it, so that the project's build stays as it is.
 */
export async function buildIfStale(root: string, { dist, region }: Place): Promise<boolean> {
  const isOwn = dirname(dist) !== root
  if (isBuilt(root, dist, isOwn ? [join(region, 'region.json')] : [])) return false
  const { build } = await import('vite')
  if (isOwn) process.env[buildFolder] = dirname(dist)
  try {
    await build({ root, configFile: join(root, 'vite.config.ts'), logLevel: 'warn' })
  } finally {
    delete process.env[buildFolder]
  }
  return true
}

/**
 * Returns the Cache-Control header of a path. Files in `/assets/` have a hash of their content in the name, so browsers may
 * keep them for ever. Two files may not be stored at all:
 *
 * - The service worker, because a browser fetches it to detect a new build.
 * - The widget's page. Its header lists the sites that may frame it, and this list can change between requests.
 *
 * Browsers may store all other files, but must ask before each use whether their copy is current (`no-cache`).
 */
function cacheOf(pathname: string): string {
  if (pathname === '/sw.js' || pathname === framePath) return 'no-store'
  return pathname.startsWith('/assets/') ? 'public, max-age=31536000, immutable' : 'no-cache'
}

const isHtml = ({ type }: FoundFile): boolean => type.startsWith('text/html')

interface Html {
  folder: string
  site: Site | null
  operator: Operator | null
  demo: Demo | undefined
}

/**
 * Returns the origin of the page. The protocol comes from the header x-forwarded-proto, which a proxy with TLS sets if there is
 * one in front of the stack.
 */
const originOf = (request: IncomingMessage, { host }: URL): string =>
  `${request.headers['x-forwarded-proto'] === 'https' ? 'https' : 'http'}://${host}`

/**
 * Returns the HTML of a page, with the tags for search engines and chats, and with the mark of the demo if there is one. The
 * security policy in the page is removed. It is for hosts that send no headers, while this server sends a stricter policy as a
 * header.
 */
function htmlOf(file: FoundFile, origin: string, { folder, site, operator, demo }: Html): string {
  const name = relative(folder, file.path).replaceAll('\\', '/')
  const offer = offerOf(operator)
  const page = site?.pages[offer][name]
  const html = withoutPolicy(readFileSync(page ? rawFile(folder, offer, name) : file.path, 'utf8'))
  const whole = page ? withSiteHead(html, page, { origin, operator, area: site.area }) : html
  return demo ? demo.mark(whole) : whole
}

const manifests = /^\/(manifest-[a-z]{2}\.webmanifest)$/

/** Returns a web app manifest with the firm's name and colour; null for other paths. */
function manifestAt(pathname: string, folder: string, operator: Operator | null, unknown: string): Text | null {
  const [, name = ''] = manifests.exec(pathname) ?? []
  const path = rawFile(folder, offerOf(operator), name)
  if (!name || !operator || !existsSync(path)) return null
  const manifest = JSON.parse(readFileSync(path, 'utf8'))
  return { type: 'application/manifest+json', text: JSON.stringify(firmManifest(manifest, operator, unknown)) }
}

interface Text {
  type: string
  text: string
}

/** Returns a file for crawlers (robots.txt or sitemap.xml), with the site's origin in its addresses; null for other paths. */
function forCrawlers(pathname: string, site: Site | null, origin: string): Text | null {
  if (!site) return null
  if (pathname === '/robots.txt') return { type: 'text/plain', text: robots(site.closed, origin) }
  if (pathname === '/sitemap.xml')
    return { type: 'application/xml', text: sitemap(Object.values(site.pages.both), origin) }
  return null
}

/** Sends what no file holds. Browsers ask before each use whether their copy is current. */
export function sendMade(request: IncomingMessage, response: ServerResponse, type: string, bytes: Uint8Array): void {
  const etag = `"${createHash('sha256').update(bytes).digest('base64url').slice(0, 16)}"`
  const headers = { 'content-type': type, 'cache-control': 'no-cache', etag }
  if (request.headers['if-none-match'] === etag) response.writeHead(304, headers).end()
  else response.writeHead(200, headers).end(request.method === 'HEAD' ? undefined : bytes)
}

const refuse = (response: ServerResponse, status: number, text: string): void => {
  response.writeHead(status, { 'content-type': 'text/plain' }).end(text)
}

/** Pictures and fields of the firm that a server puts into pages. */
export interface FirmPages {
  operators: Operators
  drawings: Drawings
}

const nothingDrawn: Drawings = { find: () => null, follow: () => {}, stop: () => {} }

/** Follows the firm's fields, and draws its pictures anew when they change. */
export function followFirm(
  api: { url: string; key: string },
  { dist, region }: Pick<Place, 'dist' | 'region'>,
  log: Pick<Log, 'error'>
): FirmPages {
  const drawings = createDrawings(join(region, 'still-light.svg'), readSite(dist)?.pictures ?? null, log)
  return { drawings, operators: followOperator(api, drawings.follow) }
}

/**
 * Creates the handler that serves a build. A path without a file gets the HTML of its page, or 404 if the path ends in a file
 * extension.
 *
 * @param api The API that the pages may use, and the captcha that they show.
 * @param demo The demo's service, which only the stack has. Its part of the app is in a folder next to dist/.
 * @param firm Default: fields of the firm from the API, without its pictures.
 */
export function createBuiltHandler(
  { dist: folder, demo: demoFolder }: Pick<Place, 'dist' | 'demo'>,
  api: { url: string; key: string; captcha?: CaptchaProvider | null },
  demo?: Demo,
  { operators, drawings }: FirmPages = { operators: followOperator(api), drawings: nothingDrawn }
): (
  request: IncomingMessage,
  response: ServerResponse,
  ancestors?: readonly string[],
  pay?: PayOrigins
) => Promise<void> {
  const site = readSite(folder)
  const encode = createEncoder()
  const find = (pathname: string): FoundFile | null =>
    findFile(folder, pathname) ?? (demo ? findFile(demoFolder, pathname) : null)
  return async (request, response, ancestors = [], pay) => {
    const url = addressOf(request)
    if (!url) return refuse(response, 400, 'Bad request')
    const { pathname } = url
    const isRead = ['GET', 'HEAD'].includes(request.method ?? '')
    const origin = site?.origin ?? originOf(request, url)
    const made = isRead
      ? (forCrawlers(pathname, site, origin) ?? manifestAt(pathname, folder, operators.last(), url.hostname))
      : null
    if (made) return sendMade(request, response, `${made.type}; charset=utf-8`, Buffer.from(made.text))
    const drawn = isRead ? drawings.find(pathname) : null
    if (drawn) return sendMade(request, response, drawn.type, drawn.bytes)
    const isFile = pathname !== '/' && /\.[^/]+$/.test(pathname)
    const file = find(pathname) ?? (isFile ? null : findPage(folder, url, request.headers['accept-language']))
    if (!file) return refuse(response, 404, 'Not found')
    if (!isRead) return refuse(response, 405, 'Method not allowed')
    const cache = cacheOf(pathname)
    if (isHtml(file)) {
      const operator = await operators.first()
      // The widget's page does not get the demo, because other sites show this page.
      const html = htmlOf(file, origin, { folder, site, operator, demo: pathname === framePath ? undefined : demo })
      response.setHeader(
        'content-security-policy',
        policyHeader({ apiUrl: api.url, html, captcha: api.captcha ?? null, ...(pay && { pay }) }, ancestors)
      )
      // Add a hash of the HTML to the version tag (ETag): the HTML can change while its file does not.
      const mark = `-${createHash('sha256').update(html).digest('hex').slice(0, 12)}`
      sendEncoded(request, response, {
        file,
        encode,
        cache,
        mark,
        vary: ', accept-language',
        read: () => Buffer.from(html)
      })
    } else if (encodingOf(request) === 'identity' || !isCompressible(file) || request.headers.range) {
      sendFile(request, response, file, cache)
    } else {
      sendEncoded(request, response, { file, encode, cache })
    }
  }
}
