import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Place } from '../../stack/web/place.ts'
import type { Drawing } from '../../stack/web/site/draw.worker.ts'
import { robots, sitemap } from '../../stack/web/site/for-robots.ts'
import { drawIcons, readLogo } from '../../stack/web/site/icons.ts'
import { logoOf, type Operator, offerOf, readOperator } from '../../stack/web/site/operator.ts'
import { type Picture, type Site, siteFile } from '../../stack/web/site/pages.ts'
import { ownColours, pictureMaker } from '../../stack/web/site/picture.ts'
import { nameOf } from '../../stack/web/site/tags.ts'
import { readColours } from './colours.ts'

/** Environment variables of the build about the site. */
export interface SiteEnv {
  VITE_SITE_URL?: string
  VITE_SUPABASE_URL?: string
  VITE_SUPABASE_PUBLISHABLE_KEY?: string
}

/** The site's address, without a trailing slash. */
export const originOf = ({ VITE_SITE_URL }: SiteEnv): string | null =>
  VITE_SITE_URL ? new URL(VITE_SITE_URL).origin : null

/** The operator, read from the project if the build has both its address and key. */
export async function operatorOf(env: SiteEnv, warn: (text: string) => void): Promise<Operator | null> {
  const { VITE_SUPABASE_URL: url, VITE_SUPABASE_PUBLISHABLE_KEY: key } = env
  if (!url || !key) return null
  const operator = await readOperator({ url: url.replace(/\/$/, ''), key })
  if (!operator) warn(`${url} does not tell its settings: pages are built without the firm's name`)
  return operator
}

/** The name of the region in a folder, if one was imported. */
export function areaOf(region: string): string | null {
  const path = join(region, 'region.json')
  return existsSync(path) ? String(JSON.parse(readFileSync(path, 'utf8')).name) : null
}

/** The colours of the app that pictures use. */
export function coloursFor(root: string): Record<string, string> {
  const colour = readColours(join(root, 'src/index.css'))
  return Object.fromEntries(['ink', 'muted', 'accent', 'soft', 'paper'].map((name) => [name, colour(name)]))
}

/**
 * Draws the picture of each language into the built app, and the icons of a firm that the build knows. A picture's address
 * changes with its content.
 */
export async function drawPictures(
  { dist, region }: Place,
  { cards, colours }: Pick<Drawing, 'cards' | 'colours'>,
  operator: Operator | null,
  unknown: string
): Promise<ReadonlyMap<string, Pick<Picture, 'href'>>> {
  const still = join(region, 'still-light.svg')
  const name = nameOf(operator, unknown)
  const own = ownColours(colours, operator?.brand_color ?? '')
  const draw = await pictureMaker(
    existsSync(still) ? readFileSync(still, 'utf8') : null,
    (one) => own[one] ?? '#000000'
  )
  const pictures = new Map<string, Pick<Picture, 'href'>>()
  await mkdir(join(dist, 'cards'), { recursive: true })
  for (const { locale, ...card } of cards[offerOf(operator)]) {
    const png = draw({ ...card, name })
    await writeFile(join(dist, `cards/${locale}.png`), png)
    const version = createHash('sha256').update(png).digest('hex').slice(0, 8)
    pictures.set(locale, { href: `/cards/${locale}.png?v=${version}` })
  }
  if (operator) {
    const logo = await readLogo(logoOf(operator))
    const icons = await drawIcons({ name, colour: operator.brand_color, logo })
    for (const [path, bytes] of icons) await writeFile(join(dist, path), bytes)
  }
  return pictures
}

/** Writes the files for crawlers, and those that the embedded stack fills in itself. */
export async function writeSite(dist: string, site: Site): Promise<void> {
  await writeFile(siteFile(dist), JSON.stringify(site))
  await writeFile(join(dist, 'robots.txt'), robots(site.closed, site.origin))
  // Skip the sitemap if the site's address is unknown: it needs absolute addresses.
  if (site.origin !== null)
    await writeFile(join(dist, 'sitemap.xml'), sitemap(Object.values(site.pages.both), site.origin))
}
