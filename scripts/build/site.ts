import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Place } from '../../stack/web/place.ts'
import { robots, sitemap } from '../../stack/web/site/for-robots.ts'
import { type Operator, readOperator } from '../../stack/web/site/operator.ts'
import { type Picture, type Site, siteFile } from '../../stack/web/site/pages.ts'
import { readColours } from './colours.ts'
import { type Card, pictureMaker } from './picture.ts'

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
  const { VITE_SITE_URL: site, VITE_SUPABASE_URL: url, VITE_SUPABASE_PUBLISHABLE_KEY: key } = env
  if (!site || !url || !key) return null
  const operator = await readOperator({ url: url.replace(/\/$/, ''), key })
  if (!operator) warn(`${url} does not tell its settings: search engines and chats read the built-in name`)
  return operator
}

/** The name of the region in a folder, if one was imported. */
export function areaOf(region: string): string | null {
  const path = join(region, 'region.json')
  return existsSync(path) ? String(JSON.parse(readFileSync(path, 'utf8')).name) : null
}

/** Draws the picture of each language into the built app; its address changes with its content. */
export async function drawPictures(
  root: string,
  { dist, region }: Place,
  cards: ReadonlyMap<string, Card>
): Promise<ReadonlyMap<string, Picture>> {
  const still = join(region, 'still-light.svg')
  const draw = await pictureMaker(
    existsSync(still) ? readFileSync(still, 'utf8') : null,
    readColours(join(root, 'src/index.css'))
  )
  const pictures = new Map<string, Picture>()
  await mkdir(join(dist, 'cards'), { recursive: true })
  for (const [locale, card] of cards) {
    const png = draw(card)
    await writeFile(join(dist, `cards/${locale}.png`), png)
    const version = createHash('sha256').update(png).digest('hex').slice(0, 8)
    pictures.set(locale, { href: `/cards/${locale}.png?v=${version}`, alt: `{{name}}: ${card.sentence}` })
  }
  return pictures
}

/** Writes the files for crawlers, and those that the embedded stack fills in itself. */
export async function writeSite(dist: string, site: Site): Promise<void> {
  await writeFile(siteFile(dist), JSON.stringify(site))
  await writeFile(join(dist, 'robots.txt'), robots(site.closed, site.origin))
  // Skip the sitemap if the site's address is unknown: it needs absolute addresses.
  if (site.origin !== null) await writeFile(join(dist, 'sitemap.xml'), sitemap(Object.values(site.pages), site.origin))
}
