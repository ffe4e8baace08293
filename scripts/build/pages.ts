import { readFileSync, rmSync } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Manifest, Plugin } from 'vite'
import { withImports } from './parts.ts'

interface Language {
  locale: string
  dir: string
}

/** What `src/app/prerender.tsx` answers for each page and language. */
interface PaintedPage extends Language {
  pathname: string
  at: string | null
  isClosed: boolean
  hasStill: boolean
  parts: readonly string[]
  head: {
    title: string
    description: string
    robots: string | null
    links: readonly { rel: string; href: string; hreflang?: string }[]
  }
  html: string
}

interface Painted {
  pages: readonly PaintedPage[]
  /** Web app manifests. */
  manifests: readonly { locale: string; manifest: object }[]
}

/** Where a host finds the HTML of a page: in the first language at the page's own address, else below its language. */
export function fileOf({ locale, pathname }: Pick<PaintedPage, 'locale' | 'pathname'>, first: string): string {
  const name = pathname === '/' ? 'index' : pathname.slice(1)
  return `${locale === first ? '' : `${locale}/`}${name}.html`
}

/** Where the web app manifest of a language is. */
const manifestFile = (locale: string): string => `manifest-${locale}.webmanifest`

const escaped = (text: string) => text.replace(/&/g, '&amp;').replace(/"/g, '&quot;').replace(/</g, '&lt;')

/** Style attributes become rules: the content security policy refuses them in markup. */
function withoutStyleAttributes(html: string): string {
  const rules = new Map<string, string>()
  const body = html.replace(/ style="([^"]*)"/g, (_, style: string) => {
    const name = rules.get(style) ?? `p${rules.size}`
    rules.set(style, name)
    return ` data-${name}`
  })
  const css = [...rules].map(([style, name]) => `[data-${name}]{${style.replace(/&quot;/g, '"')}}`).join('')
  return css ? `<style>${css}</style>${body}` : body
}

const start = 'src/start.tsx'
/** The HTML of every page that is not painted. */
const unpainted = '/app'

/** The files of parts of the program beyond what the entry loads. */
function filesOf(manifest: Manifest, parts: string[]): string[] {
  const entry = Object.keys(manifest).find((key) => manifest[key]?.isEntry) ?? ''
  const known = withImports(manifest, entry)
  const wanted = new Set<string>()
  for (const part of parts) withImports(manifest, part, wanted)
  return [...wanted].flatMap((key) => (known.has(key) ? [] : (manifest[key]?.file ?? [])))
}

/** Links to the parts of the program that a page will ask for. */
function partsOf(manifest: Manifest, locale: string, parts: readonly string[]): string {
  const files = filesOf(manifest, [start, `src/locales/${locale}/index.ts`, ...parts])
  return files.map((file) => `    <link rel="modulepreload" crossorigin href="/${file}" />\n`).join('')
}

/** Links that count once the page asks for its parts, at addresses that begin so (src/main.tsx). */
const laterParts = (at: string, links: string) => `    <template data-parts-at="${at}">\n${links}    </template>\n`

/** The HTML of every page that is not painted. */
const unpaintedHtml = (template: string, page: PaintedPage, manifest: Manifest): string =>
  inLanguage(template, page, partsOf(manifest, page.locale, []))

/** The built page in one language. */
function inLanguage(template: string, { locale, dir }: Language, head: string): string {
  const manifest = `    <link rel="manifest" href="/${manifestFile(locale)}" />\n`
  return template
    .replace('<html lang="en" dir="ltr"', `<html lang="${locale}" dir="${dir}"`)
    .replace('</head>', () => `${manifest}${head}  </head>`)
}

/** How the addresses of a page begin. */
const beginOf = ({ pathname, at }: PaintedPage): string => /^[\w/-]+/.exec(at ?? pathname)?.[0] ?? pathname

/** Of a page with addresses of its own, and of one that a visitor does not see, for the script in `index.html`. */
const addressOf = ({ at, isClosed }: PaintedPage): string =>
  (at ? ` data-at="${at}"` : '') + (isClosed ? ' data-closed="true"' : '')

/** The still picture of the map, at once; which of the two a person has chosen is known later, the system's scheme now. */
const stills = ['light', 'dark']
  .map((scheme) => {
    const media = `media="(prefers-color-scheme: ${scheme})"`
    return `    <link rel="preload" as="image" href="/region/still-${scheme}.svg" ${media} fetchpriority="high" />\n`
  })
  .join('')

/** A page of the app with what the build paints of it: its words, and its head. */
export function paintedHtml(template: string, page: PaintedPage, manifest: Manifest, languages: string): string {
  const { head } = page
  const links = head.links.map(({ rel, href, hreflang }) => {
    return `    <link rel="${rel}"${hreflang ? ` hreflang="${hreflang}"` : ''} href="${escaped(href)}" />\n`
  })
  // What is painted needs style sheet and font; the program is asked for once they have done their work (src/main.tsx).
  const parts = laterParts(beginOf(page), partsOf(manifest, page.locale, page.parts))
  const patient = template.replace(/<(?:link rel="modulepreload"|script type="module")/g, '$& fetchpriority="low"')
  const robots = head.robots ? `    <meta name="robots" content="${head.robots}" />\n` : ''
  return inLanguage(patient, page, robots + links.join('') + (page.hasStill ? stills : '') + parts)
    .replace('<html ', `<html data-page="${page.pathname}" data-languages="${languages}"${addressOf(page)} `)
    .replace(/<title>[^<]*<\/title>/, () => `<title>${escaped(head.title)}</title>`)
    .replace(/(<meta name="description" content=")[^"]*/, (_, begin: string) => begin + escaped(head.description))
    .replace('<div id="root"></div>', () => `<div id="root">${withoutStyleAttributes(page.html)}</div>`)
}

/**
 * Writes one HTML for each open page and language, with the page painted as it begins for a visitor.
 *
 * @param root The project's root.
 */
export function paintedPages(root: string): Plugin {
  let isServer = false
  let origin: string | null = null
  return {
    name: 'hackney-painted-pages',
    apply: 'build',
    enforce: 'post',
    configResolved({ build, env }) {
      isServer = Boolean(build.ssr)
      origin = env.VITE_SITE_URL ? new URL(env.VITE_SITE_URL).origin : null
    },
    async closeBundle() {
      if (isServer) return
      const dist = join(root, 'dist')
      const manifest: Manifest = JSON.parse(readFileSync(join(dist, '.vite/manifest.json'), 'utf8'))
      const template = readFileSync(join(dist, 'index.html'), 'utf8')
      const { pages, manifests } = await paint(root, origin)
      const languages = [...new Set(pages.map(({ locale }) => locale))]
      const write = async (locale: string, pathname: string, html: string) => {
        const file = join(dist, fileOf({ locale, pathname }, languages[0] ?? ''))
        await mkdir(dirname(file), { recursive: true })
        await writeFile(file, html)
      }
      for (const { locale, manifest } of manifests)
        await writeFile(join(dist, manifestFile(locale)), JSON.stringify(manifest))
      for (const page of pages) {
        await write(page.locale, page.pathname, paintedHtml(template, page, manifest, languages.join(' ')))
        await write(page.locale, unpainted, unpaintedHtml(template, page, manifest))
      }
    }
  }
}

const storages = ['localStorage', 'sessionStorage'] as const
/** A browser that has kept nothing, which is what a page is painted for. */
const emptyStorage = { getItem: () => null, setItem: () => {}, removeItem: () => {} }

/** Runs the app's own pages on Node. */
async function paint(root: string, origin: string | null): Promise<Painted> {
  const { build } = await import('vite')
  const react = (await import('@vitejs/plugin-react')).default
  const outDir = join(root, 'dist/.pages')
  await build({
    root,
    configFile: false,
    logLevel: 'warn',
    plugins: [react()],
    resolve: { alias: { '@': join(root, 'src') } },
    build: { ssr: 'src/app/prerender.tsx', outDir, emptyOutDir: true, copyPublicDir: false, target: 'node24' }
  })
  const before = Object.fromEntries(storages.map((name) => [name, globalThis[name]]))
  for (const name of storages) Object.assign(globalThis, { [name]: emptyStorage })
  try {
    const { paintPages, writeManifests } = await import(
      `${pathToFileURL(join(outDir, 'prerender.js'))}?at=${Date.now()}`
    )
    return { pages: await paintPages(origin), manifests: await writeManifests() }
  } finally {
    Object.assign(globalThis, before)
    rmSync(outDir, { recursive: true })
  }
}
