import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** A page as search engines and chats read it, before its script runs. */
export interface SitePage {
  locale: string
  dir: string
  /** The page's title, with `{{name}}` in place of the operator's name. */
  title: string
  description: string
  /** The product's name in that language, if the operator's is unknown. */
  name: string
  /** Links to the page's other languages, relative to the site; for indexable pages. */
  links: readonly { rel: string; href: string; hreflang?: string }[]
  picture: Picture
}

/** The preview picture that chats show beside a link, drawn by the build. */
export interface Picture {
  /** Path of the picture, relative to the site. */
  href: string
  alt: string
}

/** The build's data about the site (scripts/build/site.ts). */
export interface Site {
  /** Address of the site without a trailing slash; null if the build does not know it. */
  origin: string | null
  /** The region's name. */
  area: string | null
  /** Paths excluded from crawling. */
  closed: readonly string[]
  /** The pages by their HTML files. */
  pages: Readonly<Record<string, SitePage>>
}

/** Path of the site's data in the folder of the built app. */
const place = '.vite/site.json'

/** Path of the site's data, written by the build. Only this server reads the file; browsers never request it. */
export const siteFile = (folder: string): string => join(folder, place)

/** The site's data that the build wrote; null if it prerendered nothing. */
export function readSite(folder: string): Site | null {
  try {
    return JSON.parse(readFileSync(siteFile(folder), 'utf8'))
  } catch {
    return null
  }
}
