import { createHash } from 'node:crypto'
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Manifest, Plugin } from 'vite'
import { NAME } from '../../src/config/firm-name.ts'
import { type Offer, offers } from '../../src/config/offer.ts'
import type { Place } from '../../stack/web/place.ts'
import type { Drawing } from '../../stack/web/site/draw.worker.ts'
import { firmManifest } from '../../stack/web/site/manifest.ts'
import { type Operator, offerOf } from '../../stack/web/site/operator.ts'
import { type DeclaredPage, type Picture, rawFile, type Site, type SitePage } from '../../stack/web/site/pages.ts'
import { withSiteHead } from '../../stack/web/site/tags.ts'
import { filesOf, manifestFile, type PaintedPage, paintedHtml, payment, unpainted, unpaintedHtml } from './painted.ts'
import { sharedEntry, sharedManifest } from './shared-trip.ts'
import { areaOf, coloursFor, drawPictures, operatorOf, originOf, type SiteEnv, writeSite } from './site.ts'
import { textGraph } from './texts.ts'

interface Painted {
  pages: Omit<PaintedPage, 'texts' | 'offer'>[]
  cards: Drawing['cards'][Offer]
  closed: string[]
  declared: readonly DeclaredPage[]
  /** The web app manifest of each language. */
  manifests: readonly { locale: string; manifest: object }[]
}

/** The head of a page for crawlers. A page that is not prerendered gets the operator's name as title, and no links. */
function siteHead({ locale, dir, head }: PaintedPage, name: string, picture: Picture, isPainted: boolean): SitePage {
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

/** The name of a firm in a build that knows neither the firm nor the site's address. */
const UNKNOWN = 'Taxi'

async function writeText(path: string, text: string): Promise<void> {
  await mkdir(dirname(path), { recursive: true })
  await writeFile(path, text)
}

const perOffer = <Value>(of: (offer: Offer) => Value): Record<Offer, Value> => ({
  taxi: of('taxi'),
  delivery: of('delivery'),
  both: of('both')
})

/** Prerenders and writes the pages in each language, with data for crawlers. */
async function writePages({ root, place, forPayment, origin, operator }: Whole): Promise<void> {
  const { dist } = place
  const manifestAt = (path: string): Manifest => JSON.parse(readFileSync(join(dist, path), 'utf8'))
  const [app, shared] = [manifestAt('.vite/manifest.json'), manifestAt(sharedManifest)]
  const template = readFileSync(join(dist, 'index.html'), 'utf8')
  const painted = await paint(root)
  const { closed, declared } = painted[offers[0]]
  const unknown = origin === null ? UNKNOWN : new URL(origin).hostname
  const own = offerOf(operator)
  const cards = perOffer((offer) => painted[offer].cards)
  const made = { cards, colours: coloursFor(root) }
  const pictures = await drawPictures(place, made, operator, unknown)
  const languages = cards[own].map(({ locale }) => locale)
  const known: Site['pages'] = perOffer(() => ({}))
  const site: Site = { origin, area: areaOf(place.region), closed, declared, pictures: made, pages: known }
  const write = async (offer: Offer, page: PaintedPage, pathname: string, html: string) => {
    const drawn = pictures.get(page.locale)
    const sentence = cards[offer].find(({ locale }) => locale === page.locale)?.sentence
    const picture = drawn && { ...drawn, alt: `${NAME}: ${sentence}` }
    if (!picture) throw new Error(`no picture in ${page.locale}`)
    const head = siteHead(page, unknown, picture, pathname !== unpainted && pathname !== payment)
    for (const file of filesOf({ locale: page.locale, pathname }, languages[0] ?? '')) {
      const its = file.startsWith(`${page.locale}/`) ? head : { ...head, links: atTop(head.links) }
      known[offer][file] = its
      await writeText(rawFile(dist, offer, file), html)
      if (offer === own)
        await writeText(join(dist, file), withSiteHead(html, its, { origin, operator, area: site.area }))
    }
  }
  for (const offer of offers) {
    for (const { locale, manifest } of painted[offer].manifests) {
      await writeText(rawFile(dist, offer, manifestFile(locale)), JSON.stringify(manifest))
      const its = firmManifest(manifest, operator, unknown)
      if (offer === own) await writeText(join(dist, manifestFile(locale)), JSON.stringify(its))
    }
  }
  const graph = textGraph(root)
  const pages = offers.flatMap((offer) => painted[offer].pages.map((page) => ({ offer, page })))
  for (const { offer, page: one } of pages) {
    const manifest = one.entry === sharedEntry ? shared : app
    const program = manifest[one.entry]?.dynamicImports ?? []
    const page = { ...one, offer, texts: writeTexts(root, dist, graph.textsOf(one.locale, [...program, ...one.parts])) }
    await write(offer, page, page.pathname, paintedHtml(template, page, manifest, languages.join(' ')))
    // Continue only for the start page: its description is also that of the pages that are not prerendered.
    if (page.pathname !== '/') continue
    const any = { ...page, texts: writeTexts(root, dist, graph.textsOf(one.locale, program)) }
    await write(offer, page, unpainted, unpaintedHtml(template, any, manifest))
    await write(offer, page, payment, forPayment(unpaintedHtml(template, any, manifest)))
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

/** Runs the app's own pages on Node, for each offer. */
async function paint(root: string): Promise<Record<Offer, Painted>> {
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
    const all = async (offer: Offer) => ({ ...(await paintPages(offer)), manifests: await writeManifests(offer) })
    return { taxi: await all('taxi'), delivery: await all('delivery'), both: await all('both') }
  } finally {
    Object.assign(globalThis, before)
    rmSync(outDir, { recursive: true })
  }
}
