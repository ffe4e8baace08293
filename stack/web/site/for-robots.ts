import type { SitePage } from './pages.ts'
import { escaped } from './tags.ts'

/** Returns the sitemap: the address of every indexable page, each with the addresses of its versions in other languages. */
export function sitemap(pages: readonly SitePage[], origin: string): string {
  const entries = new Map<string, string>()
  for (const { links } of pages) {
    const alternates = links.filter(({ rel }) => rel === 'alternate')
    const others = alternates.map(({ href, hreflang = '' }) => {
      return `    <xhtml:link rel="alternate" hreflang="${hreflang}" href="${escaped(origin + href)}"/>\n`
    })
    for (const { href } of alternates)
      entries.set(href, `  <url>\n    <loc>${escaped(origin + href)}</loc>\n${others.join('')}  </url>\n`)
  }
  return [
    '<?xml version="1.0" encoding="UTF-8"?>\n',
    '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:xhtml="http://www.w3.org/1999/xhtml">\n',
    ...entries.values(),
    '</urlset>\n'
  ].join('')
}

/**
 * Returns the file robots.txt. It excludes the pages that need a session. It does not exclude shared trips, because a crawler
 * must read such a page to see its `noindex`. Otherwise the crawler could list the address if another page links to it.
 */
export function robots(closed: readonly string[], origin: string | null): string {
  const lines = ['User-agent: *', ...closed.map((path) => `Disallow: ${path}`)]
  return [...lines, ...(origin === null ? [] : ['', `Sitemap: ${origin}/sitemap.xml`]), ''].join('\n')
}
