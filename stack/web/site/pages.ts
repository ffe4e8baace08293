import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** A page as search engines and chats read it, before its script runs. */
export interface SitePage {
  locale: string
  dir: string
  /** With `{{name}}` for the operator's name. */
  title: string
  description: string
  /** The product's name in that language, if the operator's is unknown. */
  name: string
  /** For indexable pages: relative to the site. */
  links: readonly { rel: string; href: string; hreflang?: string }[]
  picture: Picture
}

/** The preview beside a link in chats, drawn by the build. */
export interface Picture {
  /** Relative to the site. */
  href: string
  alt: string
}

/** The build's data about the site (scripts/build/site.ts). */
export interface Site {
  /** Without a trailing slash; null if the build does not know it. */
  origin: string | null
  /** The region's name. */
  area: string | null
  /** Paths excluded from crawling. */
  closed: readonly string[]
  /** By their HTML files. */
  pages: Readonly<Record<string, SitePage>>
}

/** In the folder of the built app. */
const place = '.vite/site.json'

/** Where the build writes it; pages do not request it. */
export const siteFile = (folder: string): string => join(folder, place)

/** The build's record; null if it prerendered nothing. */
export function readSite(folder: string): Site | null {
  try {
    return JSON.parse(readFileSync(siteFile(folder), 'utf8'))
  } catch {
    return null
  }
}
