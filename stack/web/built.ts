import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, statSync } from 'node:fs'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { dirname, join, relative } from 'node:path'
import { addressOf } from '../address.ts'
import type { Demo } from '../demo/index.ts'
import type { CaptchaProvider } from './captcha-origins.ts'
import { createEncoder, encodingOf, isCompressible, sendEncoded } from './encoding.ts'
import { type FoundFile, findFile, sendFile } from './files.ts'
import { framePath } from './framing.ts'
import { findPage } from './pages.ts'
import type { PayOrigins } from './pay-origins.ts'
import { buildFolder, type Place } from './place.ts'
import { policyHeader, withoutPolicy } from './policy.ts'
import { robots, sitemap } from './site/for-robots.ts'
import { followOperator, type Operator } from './site/operator.ts'
import { readSite, type Site } from './site/pages.ts'
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
  operator: () => Operator | null
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
  const html = withoutPolicy(readFileSync(file.path, 'utf8'))
  const page = site?.pages[relative(folder, file.path).replaceAll('\\', '/')]
  const whole = page ? withSiteHead(html, page, { origin, operator: operator(), area: site.area }) : html
  return demo ? demo.mark(whole) : whole
}

/** Returns a file for crawlers (robots.txt or sitemap.xml), with the site's origin in its addresses; null for other paths. */
function forCrawlers(pathname: string, site: Site | null, origin: string): { type: string; text: string } | null {
  if (!site) return null
  if (pathname === '/robots.txt') return { type: 'text/plain', text: robots(site.closed, origin) }
  if (pathname === '/sitemap.xml') return { type: 'application/xml', text: sitemap(Object.values(site.pages), origin) }
  return null
}

const refuse = (response: ServerResponse, status: number, text: string): void => {
  response.writeHead(status, { 'content-type': 'text/plain' }).end(text)
}

/**
 * Creates the handler that serves a build. A path without a file gets the HTML of its page, or 404 if the path ends in a file
 * extension.
 *
 * @param api The API that the pages may use, and the captcha that they show. The operator's data come from it, too.
 * @param demo The demo's service, which only the stack has. Its part of the app is in a folder next to dist/.
 */
export function createBuiltHandler(
  { dist: folder, demo: demoFolder }: Pick<Place, 'dist' | 'demo'>,
  api: { url: string; key: string; captcha?: CaptchaProvider | null },
  demo?: Demo
): (request: IncomingMessage, response: ServerResponse, ancestors?: readonly string[], pay?: PayOrigins) => void {
  const site = readSite(folder)
  const operator = followOperator(api)
  const encode = createEncoder()
  const find = (pathname: string): FoundFile | null =>
    findFile(folder, pathname) ?? (demo ? findFile(demoFolder, pathname) : null)
  return (request, response, ancestors = [], pay) => {
    const url = addressOf(request)
    if (!url) return refuse(response, 400, 'Bad request')
    const { pathname } = url
    const isRead = ['GET', 'HEAD'].includes(request.method ?? '')
    const origin = site?.origin ?? originOf(request, url)
    const crawlerFile = isRead ? forCrawlers(pathname, site, origin) : null
    if (crawlerFile) {
      response.writeHead(200, { 'content-type': `${crawlerFile.type}; charset=utf-8`, 'cache-control': 'no-cache' })
      response.end(request.method === 'HEAD' ? undefined : crawlerFile.text)
      return
    }
    const isFile = pathname !== '/' && /\.[^/]+$/.test(pathname)
    const file = find(pathname) ?? (isFile ? null : findPage(folder, url, request.headers['accept-language']))
    if (!file) return refuse(response, 404, 'Not found')
    if (!isRead) return refuse(response, 405, 'Method not allowed')
    const cache = cacheOf(pathname)
    if (isHtml(file)) {
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
