import { createHash } from 'node:crypto'
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Manifest, Plugin } from 'vite'
import type { Place } from '../../stack/web/place.ts'
import type { Operator } from '../../stack/web/site/operator.ts'
import type { DeclaredPage, Picture, Site, SitePage } from '../../stack/web/site/pages.ts'
import { withSiteHead } from '../../stack/web/site/tags.ts'
import { filesOf, manifestFile, type PaintedPage, paintedHtml, payment, unpainted, unpaintedHtml } from './painted.ts'
import type { Card } from './picture.ts'
import { sharedEntry, sharedManifest } from './shared-trip.ts'
import { areaOf, drawPictures, operatorOf, originOf, type SiteEnv, writeSite } from './site.ts'
import { textGraph } from './texts.ts'

interface Painted {
  pages: Omit<PaintedPage, 'texts'>[]
  products: (Card & { locale: string })[]
  closed: string[]
  declared: readonly DeclaredPage[]
  /** The web app manifest of each language. */
  manifests: readonly { locale: string; manifest: object }[]
}

/** The head of a page for crawlers. A page that is not prerendered gets the operator's name as title, and no links. */
function siteHead({ locale, dir, head }: PaintedPage, { name }: Card, picture: Picture, isPainted: boolean): SitePage {
  const { title, description, links } = head
  return {
    locale,
    dir,
    title: isPainted ? title : '{{name}}',
    description,
    name,
    links: isPainted ? links : [],
    picture
  }
}

/**
 * Links of a page at the top of the folder, which serves all languages: its canonical address is the one without a language.
 */
const atTop = (links: SitePage['links']): SitePage['links'] => {
  const href = links.find(({ hreflang }) => hreflang === 'x-default')?.href
  return links.map((link) => (link.rel === 'canonical' && href ? { ...link, href } : link))
}

/** Sets the content security policy in the HTML of the payment page. */
export type PaymentPolicy = (html: string) => string

interface Whole {
  root: string
  place: Place
  forPayment: PaymentPolicy
  origin: string | null
  operator: Operator | null
}

/** Writes the texts with which a page starts into one file. Returns its path below the site's root. */
function writeTexts(root: string, dist: string, sources: readonly string[]): string {
  const words = sources.map((path) => [basename(dirname(path)), JSON.parse(readFileSync(join(root, path), 'utf8'))])
  const text = JSON.stringify(Object.fromEntries(words))
  const name = `assets/texts-${createHash('sha256').update(text).digest('base64url').slice(0, 8)}.json`
  writeFileSync(join(dist, name), text)
  return name
}

/** Prerenders and writes the pages in each language, with data for crawlers. */
async function writePages({ root, place, forPayment, origin, operator }: Whole): Promise<void> {
  const { dist } = place
  const manifestAt = (path: string): Manifest => JSON.parse(readFileSync(join(dist, path), 'utf8'))
  const [app, shared] = [manifestAt('.vite/manifest.json'), manifestAt(sharedManifest)]
  const template = readFileSync(join(dist, 'index.html'), 'utf8')
  const { pages, products, closed, declared, manifests } = await paint(root, operator?.app_name ?? null)
  const cards = new Map(products.map((product) => [product.locale, product]))
  const pictures = await drawPictures(root, place, cards)
  const languages = products.map(({ locale }) => locale)
  const known: Record<string, SitePage> = {}
  const site: Site = { origin, area: areaOf(place.region), closed, declared, pages: known }
  const write = async (page: PaintedPage, pathname: string, html: string) => {
    const [card, picture] = [cards.get(page.locale), pictures.get(page.locale)]
    if (!card || !picture) throw new Error(`no picture in ${page.locale}`)
    const head = siteHead(page, card, picture, pathname !== unpainted && pathname !== payment)
    for (const name of filesOf({ locale: page.locale, pathname }, languages[0] ?? '')) {
      const own = name.startsWith(`${page.locale}/`) ? head : { ...head, links: atTop(head.links) }
      known[name] = own
      await mkdir(dirname(join(dist, name)), { recursive: true })
      await writeFile(join(dist, name), withSiteHead(html, own, { origin, operator, area: site.area }))
    }
  }
  for (const { locale, manifest } of manifests)
    await writeFile(join(dist, manifestFile(locale)), JSON.stringify(manifest))
  const graph = textGraph(root)
  for (const one of pages) {
    const manifest = one.entry === sharedEntry ? shared : app
    const program = manifest[one.entry]?.dynamicImports ?? []
    const page = { ...one, texts: writeTexts(root, dist, graph.textsOf(one.locale, [...program, ...one.parts])) }
    await write(page, page.pathname, paintedHtml(template, page, manifest, languages.join(' ')))
    // Continue only for the start page: its description is also that of the pages that are not prerendered.
    if (page.pathname !== '/') continue
    const any = { ...page, texts: writeTexts(root, dist, graph.textsOf(one.locale, program)) }
    await write(page, unpainted, unpaintedHtml(template, any, manifest))
    await write(page, payment, forPayment(unpaintedHtml(template, any, manifest)))
  }
  await writeSite(dist, site)
}

/**
 * Writes one HTML file for each public page and language, prerendered as a visitor first sees it.
 *
 * @param root The project's root.
 */
export function paintedPages(root: string, place: Place, forPayment: PaymentPolicy): Plugin {
  let isServer = false
  let isWritten = false
  let env: SiteEnv = {}
  return {
    name: 'hackney-painted-pages',
    apply: 'build',
    enforce: 'post',
    configResolved(config) {
      isServer = Boolean(config.build.ssr)
      env = config.env
    },
    writeBundle() {
      isWritten = true
    },
    // This is also called after a failed build. Then do nothing, so that the build's own error is shown.
    async closeBundle() {
      if (isServer || !isWritten) return
      const operator = await operatorOf(env, (text) => this.warn(text))
      await writePages({ root, place, forPayment, origin: originOf(env), operator })
    }
  }
}

const storages = ['localStorage', 'sessionStorage'] as const
/** A browser storage without content: pages are prerendered as for a first visit. */
const emptyStorage = { getItem: () => null, setItem: () => {}, removeItem: () => {} }

/** Runs the app's own pages on Node. */
async function paint(root: string, name: string | null): Promise<Painted> {
  const { build } = await import('vite')
  const react = (await import('@vitejs/plugin-react')).default
  // Below the project's root, where Node finds the packages; the build may be elsewhere.
  const outDir = join(root, 'node_modules/.cache/hackney', `pages-${process.pid}`)
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
    return { ...(await paintPages(name)), manifests: await writeManifests(name) }
  } finally {
    Object.assign(globalThis, before)
    rmSync(outDir, { recursive: true })
  }
}
