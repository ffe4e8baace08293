import i18next from 'i18next'
import { initReactI18next } from 'react-i18next'
import { fallbackLocale, isLocale } from '@/config/languages'
import { apart, isolated } from '../format/isolated'
import { ERRORS } from './after-start'
import { backend, readTexts } from './backend'
import { chooseLanguage } from './choose'
import { fetchTexts } from './fetch'
import { namespaces } from './files'
import type { Namespaces } from './model'
import { type ActiveTexts, offeredLanguages, operator, storeTexts } from './offered'

const storageKey = 'hackney.locale'
/** The event that tells components that texts have changed. */
const changed = 'textsChanged'

/**
 * The address parameter that names a page's language. A language without prerendered pages has no
 * addresses of its own, so search engines find it by links with this parameter (src/app/page-head.ts).
 */
export const languageParameter = 'lang'

/** Returns the language parameter of a URL's query, unchecked; null if there is none. */
export const languageOf = (search: string): string | null => new URLSearchParams(search).get(languageParameter)

/** Returns the language that fits this person best, among those that are offered now. */
function detectLocale(): string {
  const offered = offeredLanguages().map(({ locale }) => locale)
  const asked = { search: window.location.search, stored: readStored(), preferred: navigator.languages }
  return chooseLanguage(offered, asked) ?? fallbackLocale
}

function readStored(): string | null {
  try {
    return localStorage.getItem(storageKey)
  } catch {
    return null
  }
}

function applyToDocument(locale: string) {
  document.documentElement.lang = locale
  document.documentElement.dir = i18next.dir(locale)
}

/**
 * Isolates a value that is inserted into a sentence, such as an address or a name. On a right-to-left page every value is
 * isolated. Otherwise "9490 Vaduz" or "+423 555 01 01" would be shown in the wrong order. On other pages only values are
 * isolated that could change the direction of the text after them, such as an Arabic name.
 */
function isolate(value: unknown, dir: string): string {
  return dir === 'rtl' ? isolated(String(value)) : apart(String(value))
}

/**
 * Returns the languages in which i18next looks up texts that a language lacks. The languages of the build are complete and need
 * none. Any other language falls back to the operator's default language, then to English.
 */
function fallbacksOf(locale?: string): string[] {
  if (isLocale(locale)) return []
  return [...new Set([offeredLanguages()[0]?.locale ?? fallbackLocale, fallbackLocale])].filter((tag) => tag !== locale)
}

/** The options of i18next that pages and prerendered pages share. */
const commonOptions = (locale: string, dir: () => string) => ({
  lng: locale,
  load: 'currentOnly' as const,
  fallbackLng: fallbacksOf,
  defaultNS: 'common',
  // Do not escape HTML, because React does that. Interpolated values only need their direction isolated.
  interpolation: { escape: (value: unknown) => isolate(value, dir()) },
  // A part of the program has its texts before it renders. Only changed texts and another language render components again.
  react: { useSuspense: false, bindI18n: `languageChanged ${changed}` }
})

/** Returns the options of an i18next that has all its texts from the beginning: for prerendered pages and tests. */
export const i18nOptions = (locale: string, resources: Record<string, Namespaces>, dir: () => string) => ({
  ...commonOptions(locale, dir),
  ns: Object.keys(Object.values(resources)[0] ?? {}),
  resources
})

/**
 * The namespaces that another language must have before the page switches to it: the site's own, the translations of texts that
 * the firm wrote itself, and those of each part that has come. Neither those of a part that is still coming, perhaps only once
 * there is a signal, nor those of errors.
 */
let shown: readonly string[] = ['common', 'firm']

const split = (names: string) => names.split(' ').filter(Boolean)

/**
 * Loads the texts of the language to start with. The page can render when this resolves.
 *
 * @param names the namespaces that the page needs at its start, as `import.meta.texts` lists them; in development all
 */
export async function startI18n(names = namespaces.join(' ')): Promise<void> {
  const locale = detectLocale()
  i18next.on('languageChanged', applyToDocument)
  await i18next
    .use(backend)
    .use(initReactI18next)
    .init({
      ...commonOptions(locale, () => i18next.dir()),
      ns: show(split(names)),
      // Texts that wait for a signal must not hold up those that are on the phone.
      maxParallelReads: Number.POSITIVE_INFINITY,
      // Set the language at once, so that parts of the program can load their texts meanwhile.
      initAsync: false
    })
  void load(locale, [ERRORS])
}

/** Adds namespaces to those that are shown. Returns all of them. */
function show(names: readonly string[]): string[] {
  shown = [...new Set([...shown, ...names])]
  return [...shown]
}

/**
 * Loads namespaces in a language and those to which it falls back. i18next's own `loadNamespaces` would wait for all that were
 * ever asked for: without a signal, texts that are on the phone would wait for some that are not.
 */
function load(locale: string, names: readonly string[]): Promise<void> {
  const { languageUtils, backendConnector } = i18next.services
  return new Promise((resolve) =>
    backendConnector.load(languageUtils.toResolveHierarchy(locale), names, () => resolve())
  )
}

/** Loads namespaces in the language of the page, even if that changes meanwhile. */
async function loadShown(names: readonly string[]): Promise<void> {
  const locale = i18next.language
  await load(locale, names)
  if (locale !== i18next.language) await loadShown(names)
}

/**
 * Loads a part of the program together with its texts. The build calls it for each `import()` (scripts/build/texts.ts), so a
 * part never renders before its texts have arrived.
 *
 * @param names the part's namespaces
 */
export async function withTexts<T>(load: () => Promise<T>, names: string): Promise<T> {
  const [part] = await Promise.all([load(), addTexts(split(names))])
  return part
}

async function addTexts(names: readonly string[]): Promise<void> {
  if (!i18next.language) await new Promise<void>((resolve) => i18next.on('initialized', () => resolve()))
  await loadShown(names)
  show(names)
}

/** Shows the current texts of languages that the page has already loaded. Components are notified once, so they render once. */
async function showAgain(languages: readonly string[]): Promise<void> {
  const pairs = languages.flatMap((language) =>
    Object.keys(i18next.store.data[language] ?? {}).map((namespace) => ({ language, namespace }))
  )
  if (pairs.length === 0) return
  const bundles = await Promise.all(
    pairs.map(async (pair) => ({ ...pair, words: await readTexts(pair.language, pair.namespace) }))
  )
  for (const { language, namespace, words } of bundles) {
    // The build has every key of its own languages, so new texts overwrite the old ones. Other texts may lack keys that they had
    // before: those of languages that the operator added, and translations of the firm's own texts.
    if (!isLocale(language) || namespace === 'firm') i18next.removeResourceBundle(language, namespace)
    i18next.addResourceBundle(language, namespace, words, false, true)
  }
  i18next.emit(changed)
}

/**
 * Shows the operator's current texts, unless the page has switched to another language meanwhile. If the language that the
 * person had chosen is offered now, the page switches to it. If the current language is no longer offered, the page switches to
 * the offered one that fits this person best.
 */
export async function takeTexts(locale: string, active: ActiveTexts): Promise<void> {
  if (locale !== i18next.language) return
  storeTexts(locale, active)
  await showAgain(operator.take(locale, active))
  const wanted = detectLocale()
  if (locale === i18next.language && wanted !== locale) await switchTo(wanted)
}

/** How long a switch of the language waits for the operator's texts, if the build has texts for this language (ms). */
const PATIENCE_MS = 1000

/** The language to which the page is switching; null if none. */
let coming: string | null = null

/** Switches the language once its texts are loaded, so that the page never shows keys. Of several choices the last one stays. */
async function switchTo(locale: string): Promise<void> {
  if (locale === (coming ?? i18next.language)) return
  coming = locale
  const fetched = fetchTexts(locale).then(
    (active) => ({ active, news: operator.take(locale, active) }),
    () => null
  )
  const patience = new Promise((resolve) => setTimeout(resolve, PATIENCE_MS))
  operator.arrivals.set(locale, isLocale(locale) ? Promise.race([fetched, patience]) : fetched)
  const applied = fetched.then((answer) => answer && showAgain(answer.news))
  const errors = Promise.race([load(locale, [ERRORS]), patience])
  // Further parts may come meanwhile.
  for (let names: readonly string[] = []; coming === locale && names !== shown; ) {
    names = shown
    await Promise.all([load(locale, names), errors])
  }
  if (coming !== locale) return
  coming = null
  // A component may have asked for others, for which i18next would wait.
  i18next.options.ns = [...shown]
  await i18next.changeLanguage(locale)
  // The page has the build's texts, so it does not wait for the operator's.
  const stored = applied
    .then(() => fetched)
    .then((answer) => {
      if (answer && locale === i18next.language) storeTexts(locale, answer.active)
    })
  if (!isLocale(locale)) await stored
}

/** Switches the language and remembers it on this device. */
export async function changeLocale(locale: string): Promise<void> {
  forgetAsked()
  try {
    localStorage.setItem(storageKey, locale)
  } catch {
    // A private window may refuse storage. The chosen language then lasts until the window closes.
  }
  await switchTo(locale)
}

/** Removes the language parameter from the page's URL, because the person has now chosen a language on the page. */
function forgetAsked() {
  const address = new URL(window.location.href)
  if (!address.searchParams.has(languageParameter)) return
  address.searchParams.delete(languageParameter)
  window.history.replaceState(window.history.state, '', address)
}
