import { isLocale, type Locale } from '@/config/languages'
import { patiently } from '../loading/late-import'
import type { Namespaces } from './model'

type Words = Record<string, unknown>

/**
 * The texts beside the code that shows them: `texts/<namespace>/<language>.json`. The demo brings its own. A page of a build
 * fetches them as files instead, because this list would add 5 KB to each page (scripts/build/texts.ts).
 */
const isBuilt = import.meta.env.PROD && !import.meta.env.SSR
const sources = isBuilt
  ? {}
  : import.meta.glob<Words>(['/src/**/texts/*/*.json', '!/src/features/common/demo/**'], { import: 'default' })

/** The path of a file of texts without its end, which names its namespace and language. */
const keyOf = (path: string) => path.replace('.json', '').split('/').slice(-2).join('/')
const loaders = new Map(Object.entries(sources).map(([path, load]) => [keyOf(path), load]))

const known = isBuilt
  ? (import.meta.env.NAMESPACES ?? '').split(' ')
  : [...loaders.keys()].flatMap((key) => (key.endsWith('/en') ? key.slice(0, -'/en'.length) : []))

/** The names of all namespaces, in alphabetical order after the one that every page shows. */
export const namespaces: readonly string[] = ['common', ...known.filter((name) => name !== 'common').sort()]

async function fetchJson<T>(href: string): Promise<T> {
  const answer = await fetch(href).catch(() => null)
  const words: T | null = answer?.ok ? await answer.json().catch(() => null) : null
  if (!words) throw new Error(`Failed to fetch dynamically imported module: ${href}`)
  return words
}

/** The file of a build with the texts of one namespace, or with all texts (`all`). */
const fileOf = (name: string, language: string) => `${import.meta.env.TEXTS}/${name}-${language}.json`
const hrefOf = (file: string) => import.meta.env.BASE_URL + file

/**
 * Loads the texts with which a prerendered page starts. The build has written them into one file (scripts/build/pages.ts), so
 * that the page does not request each namespace.
 */
const loadPage = (link: HTMLLinkElement): Promise<Namespaces> => fetchJson<Namespaces>(link.href).catch(() => ({}))

const pages = new Map<string, Promise<Namespaces>>()

/** Returns the texts with which this page starts, if it is in this language. */
function ofPage(language: string): Promise<Namespaces> | undefined {
  const link = globalThis.document?.querySelector<HTMLLinkElement>(`link[data-texts="${language}"]`)
  if (link && !pages.has(language)) pages.set(language, loadPage(link))
  return pages.get(language)
}

/** Loads the texts that the build contains in one namespace; undefined if it contains none in this language. */
export async function loadWords(language: string, namespace: string): Promise<Words | undefined> {
  const page = await ofPage(language)
  if (page?.[namespace]) return page[namespace]
  if (!isLocale(language) || !namespaces.includes(namespace)) return undefined
  return patiently(
    loaders.get(`${namespace}/${language}`) ?? (() => fetchJson<Words>(hrefOf(fileOf(namespace, language)))),
    [fileOf(namespace, language)]
  )
}

/** Loads all texts that the build contains in one language. */
export async function loadBundle(language: Locale): Promise<Namespaces> {
  const whole = fileOf('all', language)
  const built = isBuilt && (await patiently(() => fetchJson<Namespaces>(hrefOf(whole)), [whole]))
  const loaded = namespaces.map(async (name) => [name, built ? built[name] : await loadWords(language, name)])
  return Object.fromEntries(await Promise.all(loaded))
}
