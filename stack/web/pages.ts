import { readdirSync } from 'node:fs'
import { type FoundFile, findFile } from './files.ts'

/** The languages that a browser asks for, most wanted first: `de-CH,de;q=0.9,en;q=0.8`. */
function wantedLanguages(header: string): string[] {
  const wanted = header.split(',').map((part) => {
    const [tag = '', quality = 'q=1'] = part.trim().split(';')
    return { language: tag.slice(0, 2).toLowerCase(), weight: Number(quality.trim().slice(2)) || 0 }
  })
  return wanted.sort((a, b) => b.weight - a.weight).map(({ language }) => language)
}

/** Pages with many addresses, by the one file that the build paints for all of them. */
const shared: readonly (readonly [RegExp, string])[] = [[/^\/bookings\/[^/]+$/, '/trip']]

/**
 * The HTML of a page, as the build wrote it (scripts/build/pages.ts): in the language that the address or else the browser
 * asks for, in the first language at the top of the folder. Pages that are not painted share `app.html`.
 */
export function findPage(folder: string, url: URL, acceptLanguage = ''): FoundFile | null {
  const { pathname } = url
  const name = shared.find(([at]) => at.test(pathname))?.[1] ?? (pathname === '/' ? '/index' : pathname)
  const kept = readdirSync(folder).filter((entry) => /^[a-z]{2}$/.test(entry))
  const asked = [url.searchParams.get('lang') ?? '', ...wantedLanguages(acceptLanguage)]
  const language = asked.find((tag) => tag === 'en' || kept.includes(tag))
  const prefix = language && kept.includes(language) ? `/${language}` : ''
  return findFile(folder, `${prefix}${name}.html`) ?? findFile(folder, `${prefix}/app.html`)
}
