import type { Manifest } from 'vite'
import { withImports } from './parts.ts'

interface Language {
  locale: string
  dir: string
}

/** What `src/app/prerender.tsx` answers for each page and language. */
export interface PaintedPage extends Language {
  pathname: string
  at: string | null
  isClosed: boolean
  hasStill: boolean
  parts: readonly string[]
  program: string
  words: string
  head: {
    title: string
    description: string
    robots: string | null
    links: readonly { rel: string; href: string; hreflang?: string }[]
  }
  html: string
}

/** Where hosts find the HTML of a page: below its language, in the first one at the page's own address as well. */
export function filesOf({ locale, pathname }: Pick<PaintedPage, 'locale' | 'pathname'>, first: string): string[] {
  const name = pathname === '/' ? 'index.html' : `${pathname.slice(1)}.html`
  return [...(locale === first ? [name] : []), `${locale}/${name}`]
}

/** Where the web app manifest of a language is. */
export const manifestFile = (locale: string): string => `manifest-${locale}.webmanifest`

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

/** The HTML of every page that is not painted. */
export const unpainted = '/app'
/** That of the pages of payments, which have a policy of their own. */
export const payment = '/pay'

/** The files of parts of the program beyond what the entry loads. */
function modulesOf(manifest: Manifest, parts: string[]): string[] {
  const entry = Object.keys(manifest).find((key) => manifest[key]?.isEntry) ?? ''
  const known = withImports(manifest, entry)
  const wanted = new Set<string>()
  for (const part of parts) withImports(manifest, part, wanted)
  return [...wanted].flatMap((key) => (known.has(key) ? [] : (manifest[key]?.file ?? [])))
}

/** Links to the parts of the program that a page will ask for. */
function partsOf(
  manifest: Manifest,
  { locale, program, words }: Pick<PaintedPage, 'locale' | 'program' | 'words'>,
  parts: readonly string[]
): string {
  const files = modulesOf(manifest, [program, `src/locales/${locale}/${words}`, ...parts])
  return files.map((file) => `    <link rel="modulepreload" crossorigin href="/${file}" />\n`).join('')
}

/** Links that count once the page asks for its parts, at addresses that begin so (src/main.tsx). */
const laterParts = (at: string, links: string) => `    <template data-parts-at="${at}">\n${links}    </template>\n`

const noindex = '    <meta name="robots" content="noindex" />\n'

/** The HTML of every page that is not painted: none of them is for search engines, a shared trip least of all. */
export const unpaintedHtml = (template: string, page: PaintedPage, manifest: Manifest): string =>
  inLanguage(template, page, noindex + partsOf(manifest, page, []))

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
  // What is painted needs style sheet and font; the program is asked for once they have done their work (src/main.tsx).
  const parts = laterParts(beginOf(page), partsOf(manifest, page, page.parts))
  const patient = template.replace(/<(?:link rel="modulepreload"|script type="module")/g, '$& fetchpriority="low"')
  const robots = page.head.robots ? noindex : ''
  return inLanguage(patient, page, robots + (page.hasStill ? stills : '') + parts)
    .replace('<html ', `<html data-page="${page.pathname}" data-languages="${languages}"${addressOf(page)} `)
    .replace('<div id="root"></div>', () => `<div id="root">${withoutStyleAttributes(page.html)}</div>`)
}
