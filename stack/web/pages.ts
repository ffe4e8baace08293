import { readdirSync } from 'node:fs'
import { type FoundFile, findFile } from './files.ts'

/** Returns the languages in an Accept-Language header (such as `de-CH,de;q=0.9,en;q=0.8`), most wanted first. */
function wantedLanguages(header: string): string[] {
  const wanted = header.split(',').map((part) => {
    const [tag = '', quality = 'q=1'] = part.trim().split(';')
    return { language: tag.slice(0, 2).toLowerCase(), weight: Number(quality.trim().slice(2)) || 0 }
  })
  return wanted.sort((a, b) => b.weight - a.weight).map(({ language }) => language)
}

/** Patterns of paths whose pages share one prerendered file, with the name of this file. */
const shared: readonly (readonly [RegExp, string])[] = [
  [/^\/bookings\/[^/]+$/, '/trip'],
  [/^\/(?:t|shared)\/[^/]+$/, '/t'],
  [/^\/pay\/[^/]+$/, '/pay']
]

/**
 * Returns the HTML file of a page from the build (scripts/build/pages.ts). Its language is that of the path, else that of the
 * parameter `lang`, else the browser's. If the build has none of these languages, the file is in the app's first language; such
 * files are at the top of the folder. Pages that are not prerendered share `app.html`.
 */
export function findPage(folder: string, url: URL, acceptLanguage = ''): FoundFile | null {
  const kept = readdirSync(folder).filter((entry) => /^[a-z]{2}$/.test(entry))
  const [, own = '', below = ''] = /^\/([a-z]{2})(?:$|(?=\/))(.*)$/.exec(url.pathname) ?? []
  const pathname = kept.includes(own) ? below || '/' : url.pathname
  const name = shared.find(([at]) => at.test(pathname))?.[1] ?? (pathname === '/' ? '/index' : pathname)
  const asked = [own, url.searchParams.get('lang') ?? '', ...wantedLanguages(acceptLanguage)]
  const language = asked.find((tag) => kept.includes(tag))
  const prefix = language ? `/${language}` : ''
  return findFile(folder, `${prefix}${name}.html`) ?? findFile(folder, `${prefix}/app.html`)
}
