import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** A page as search engines and chats read it, before its program runs. */
export interface SitePage {
  locale: string
  dir: string
  /** With `{{name}}` where the operator's stands. */
  title: string
  description: string
  /** What the product is called in that language where the operator's name is not known. */
  name: string
  /** Of pages that search engines keep: relative to the site. */
  links: readonly { rel: string; href: string; hreflang?: string }[]
  picture: Picture
}

/** What chats show beside a link, drawn by the build. */
export interface Picture {
  /** Relative to the site. */
  href: string
  alt: string
}

/** What the build knows of the site (scripts/build/site.ts). */
export interface Site {
  /** Without a slash at its end; null where the build was not told. */
  origin: string | null
  /** The region's name. */
  area: string | null
  /** Paths that crawlers leave alone. */
  closed: readonly string[]
  /** By the files of their HTML. */
  pages: Readonly<Record<string, SitePage>>
}

/** Below the folder of the built app. */
const place = '.vite/site.json'

/** Where the build writes it, which no page asks for. */
export const siteFile = (folder: string): string => join(folder, place)

/** What the build wrote down; null where it painted nothing. */
export function readSite(folder: string): Site | null {
  try {
    return JSON.parse(readFileSync(siteFile(folder), 'utf8'))
  } catch {
    return null
  }
}
