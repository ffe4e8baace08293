import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Offer } from '../../../src/config/offer.ts'
import type { Drawing } from './draw.worker.ts'

/** A page as search engines and chats read it, without running its script. */
export interface SitePage {
  locale: string
  dir: string
  /** The page's title, with `{{name}}` in place of the operator's name. */
  title: string
  description: string
  /** What stands for the firm's name while that is not known: the site's host. */
  name: string
  /** Links to the page's versions in other languages, relative to the site. Empty for pages that are not indexable. */
  links: readonly { rel: string; href: string; hreflang?: string }[]
  picture: Picture
}

/** The preview picture that chats show with a link. The build draws it. */
export interface Picture {
  /** Path of the picture, relative to the site. */
  href: string
  alt: string
}

/** A page of the app, as `src/app/pages` declares it. */
export interface DeclaredPage {
  name: string
  path: string
  /** Who may open it: roles, or `visitor`. */
  viewers: readonly string[]
  layout: string
}

/** Data about the site that the build has written (scripts/build/site.ts). */
export interface Site {
  /** Address of the site without a trailing slash; null if the build does not know it. */
  origin: string | null
  /** The region's name. */
  area: string | null
  /** Paths that crawlers should not read. */
  closed: readonly string[]
  /** What the preview pictures are drawn from: their sentences, and the app's colours. */
  pictures: Pick<Drawing, 'cards' | 'colours'>
  /** All pages, for the browser tests. */
  declared: readonly DeclaredPage[]
  /** The pages by what the firm offers, and by the paths of their HTML files. */
  pages: Readonly<Record<Offer, Record<string, SitePage>>>
}

const place = '.vite/site.json'

/**
 * Returns the path of the file with the site's data, which the build writes. Only this server reads it; browsers never request
 * it.
 */
export const siteFile = (folder: string): string => join(folder, place)

/**
 * Returns the path of a page or manifest as the build made it for an offer, with placeholders for the firm's name. The file of the same name
 * at the top of the folder is for hosts that only serve files: there the build has filled them in.
 */
export const rawFile = (folder: string, offer: Offer, name: string): string => join(folder, '.vite/raw', offer, name)

/** Returns the site's data that the build wrote; null if the build prerendered no pages. */
export function readSite(folder: string): Site | null {
  try {
    return JSON.parse(readFileSync(siteFile(folder), 'utf8'))
  } catch {
    return null
  }
}
