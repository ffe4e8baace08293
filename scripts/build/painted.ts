import type { Manifest } from 'vite'
import { withImports } from './parts.ts'

interface Language {
  locale: string
  dir: string
}

/** A page in one language, prerendered by `src/app/prerender.tsx`. */
export interface PaintedPage extends Language {
  pathname: string
  at: string | null
  isClosed: boolean
  hasStill: boolean
  parts: readonly string[]
  entry: string
  /** What the firm offers whose page this is. */
  offer: string
  /** The file with the page's texts, below the site's root. */
  texts: string
  head: {
    title: string
    description: string
    robots: string | null
    links: readonly { rel: string; href: string; hreflang?: string }[]
  }
  html: string
}

/** The path of a page's HTML: in its language's folder, and in the first language also at the page's own address. */
export function filesOf({ locale, pathname }: Pick<PaintedPage, 'locale' | 'pathname'>, first: string): string[] {
  const name = pathname === '/' ? 'index.html' : `${pathname.slice(1)}.html`
  return [...(locale === first ? [name] : []), `${locale}/${name}`]
}

/** The path of a language's web app manifest. */
export const manifestFile = (locale: string): string => `manifest-${locale}.webmanifest`

/** Replaces style attributes by rules, because the content security policy forbids them in markup. */
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

/** The path of the HTML for every page that is not prerendered. */
export const unpainted = '/app'
/** The path of the HTML for payment pages, which have their own policy. */
export const payment = '/pay'

/** The files of what an entry loads at its start and of further parts, without those that the entry itself imports. */
function modulesOf(manifest: Manifest, entry: string, parts: string[]): string[] {
  const known = withImports(manifest, entry)
  const wanted = new Set<string>()
  for (const part of [...(manifest[entry]?.dynamicImports ?? []), ...parts]) withImports(manifest, part, wanted)
  return [...wanted].flatMap((key) => (known.has(key) ? [] : (manifest[key]?.file ?? [])))
}

const preload = (file: string): string => `    <link rel="modulepreload" crossorigin href="/${file}" />\n`

/** The built page with another entry of the build in place of its own. */
function withEntry(template: string, manifest: Manifest, entry: string): string {
  if (!manifest[entry]) throw new Error(`the build has no ${entry}`)
  if (entry === 'index.html') return template
  const [program = '', ...imports] = [...withImports(manifest, entry)].map((key) => manifest[key]?.file ?? '')
  const script = `    <script type="module" crossorigin src="/${program}"></script>\n`
  return template
    .replace(/ *<(?:link rel="modulepreload"|script type="module")[^>]*>(?:<\/script>)?\n?/g, '')
    .replace('</head>', () => `${script}${imports.map(preload).join('')}  </head>`)
}

/** Links that preload the parts that a page will request. */
function partsOf(
  manifest: Manifest,
  { entry, texts, locale }: Pick<PaintedPage, 'entry' | 'texts' | 'locale'>,
  parts: readonly string[]
): string {
  const words = `    <link rel="preload" as="fetch" crossorigin href="/${texts}" data-texts="${locale}" />\n`
  return (
    words +
    modulesOf(manifest, entry, [...parts])
      .map(preload)
      .join('')
  )
}

/** Links to parts in a template, used once the page requests its parts, at addresses that begin with `at` (src/main.tsx). */
const laterParts = (at: string, links: string) => `    <template data-parts-at="${at}">\n${links}    </template>\n`

const noindex = '    <meta name="robots" content="noindex" />\n'

/**
 * The HTML of every page that is not prerendered. Search engines must not list any of these pages, above all not a shared trip.
 */
export const unpaintedHtml = (template: string, page: PaintedPage, manifest: Manifest): string =>
  inLanguage(template, page, noindex + partsOf(manifest, page, []))

/** The built page in one language and with this head. */
function inLanguage(template: string, { locale, dir, offer }: Language & { offer: string }, head: string): string {
  const manifest = `    <link rel="manifest" href="/${manifestFile(locale)}" />\n`
  return template
    .replace('<html lang="en" dir="ltr"', `<html lang="${locale}" dir="${dir}" data-offer="${offer}"`)
    .replace('</head>', () => `${manifest}${head}  </head>`)
}

/** The beginning of a page's address, up to the first variable part. */
const beginOf = ({ pathname, at }: PaintedPage): string => /^[\w/-]+/.exec(at ?? pathname)?.[0] ?? pathname

/**
 * Attributes for the script in `index.html`: the addresses of a page that has several, and whether it is closed to visitors.
 */
const addressOf = ({ at, isClosed }: PaintedPage): string =>
  (at ? ` data-at="${at}"` : '') + (isClosed ? ' data-closed="true"' : '')

/**
 * Images of the still picture of the map, which is shown at once. The person's chosen theme is known only later, so the
 * system's is used.
 */
const stills = ['light', 'dark']
  .map((scheme) => {
    const media = `media="(prefers-color-scheme: ${scheme})"`
    return `    <link rel="preload" as="image" href="/region/still-${scheme}.svg" ${media} fetchpriority="high" />\n`
  })
  .join('')

/** A page of the app with its prerendered parts: its text and its head. */
export function paintedHtml(template: string, page: PaintedPage, manifest: Manifest, languages: string): string {
  // Links to the page's parts. The first paint needs only style sheet and font; the script is requested after them
  // (src/main.tsx).
  const parts = laterParts(beginOf(page), partsOf(manifest, page, page.parts))
  const patient = withEntry(template, manifest, page.entry).replace(
    /<(?:link rel="modulepreload"|script type="module")/g,
    '$& fetchpriority="low"'
  )
  const robots = page.head.robots ? noindex : ''
  return inLanguage(patient, page, robots + (page.hasStill ? stills : '') + parts)
    .replace('<html ', `<html data-page="${page.pathname}" data-languages="${languages}"${addressOf(page)} `)
    .replace('<div id="root"></div>', () => `<div id="root">${withoutStyleAttributes(page.html)}</div>`)
}
