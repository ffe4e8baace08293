import i18next from 'i18next'
import { initReactI18next } from 'react-i18next'
import { fallbackLocale, isLocale, type Locale } from '@/config/languages'
import { apart, isolated } from './isolated'
import { loadAgain } from './load-again'
import { fetchTexts } from './texts/fetch'
import type { Namespaces, Overrides } from './texts/model'
import { type ActiveTexts, chooseLanguage, keepTexts, keptTexts, offeredLanguages } from './texts/offered'

type Loader = () => Promise<{ namespaces: Namespaces }>

/**
 * A part of the interface texts:
 *
 * - `site` is loaded with the first page.
 * - `share` has a few texts of `site`. The page of a shared trip loads only this part.
 * - `later` is loaded with views that riders and drivers open by a press.
 * - `drive` is loaded with pages that only drivers have.
 * - `portal` is loaded with the staff's portal.
 */
type Part = 'site' | 'share' | 'later' | 'drive' | 'portal'
/** The parts that are loaded after the first page. */
export type LatePart = Exclude<Part, 'site' | 'share'>
/** The parts that together contain all texts. `share` is missing, because its texts are also in `site`. */
const WHOLE: readonly Part[] = ['site', 'later', 'drive', 'portal']

const loaders: Record<Locale, Record<Part, Loader>> = {
  en: {
    site: () => import('@/locales/en'),
    share: () => import('@/locales/en/share'),
    later: () => import('@/locales/en/later'),
    drive: () => import('@/locales/en/drive'),
    portal: () => import('@/locales/en/portal')
  },
  de: {
    site: () => import('@/locales/de'),
    share: () => import('@/locales/de/share'),
    later: () => import('@/locales/de/later'),
    drive: () => import('@/locales/de/drive'),
    portal: () => import('@/locales/de/portal')
  },
  ar: {
    site: () => import('@/locales/ar'),
    share: () => import('@/locales/ar/share'),
    later: () => import('@/locales/ar/later'),
    drive: () => import('@/locales/ar/drive'),
    portal: () => import('@/locales/ar/portal')
  }
}

const storageKey = 'hackney.locale'

/** Loads the texts that the build contains for a language. Each call returns a new object, because i18next writes into it. */
export async function loadBundle(locale: Locale, parts: Iterable<Part> = WHOLE): Promise<Namespaces> {
  const loaded = await Promise.all([...parts].map((part) => loadAgain(loaders[locale][part])))
  return Object.assign({}, ...loaded.map(({ namespaces }) => namespaces))
}

/**
 * The address parameter that names a page's language. A language without prerendered pages has no
 * addresses of its own, so search engines find it by links with this parameter (src/app/page-head.ts).
 */
export const languageParameter = 'lang'

/** Returns the language parameter of a URL's query, unchecked; null if there is none. */
export const languageOf = (search: string): string | null => new URLSearchParams(search).get(languageParameter)

/**
 * Returns the language to start with. It is the first of these that is offered: the one in the address, the one chosen in this
 * browser, those that the browser prefers, the default language.
 */
function detectLocale(): string {
  const asked = languageOf(window.location.search)
  return chooseLanguage([asked, readStored(), ...navigator.languages])
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

/** Returns the options of i18next, for the page and for the build that prerenders pages. */
export const i18nOptions = (locale: string, resources: Record<string, Namespaces>, dir: () => string) => ({
  lng: locale,
  fallbackLng: fallbacksOf,
  defaultNS: 'common',
  ns: ['common'],
  resources,
  // Do not escape HTML, because React does that. Interpolated values only need their direction isolated.
  interpolation: { escape: (value: unknown) => isolate(value, dir()) },
  // Render the components again when texts are added.
  react: { useSuspense: false, bindI18nStore: 'added' }
})

/**
 * Returns the languages in which i18next looks up texts that a language lacks. The languages of the build are complete and need
 * none. Any other language falls back to the operator's default language, then to English.
 */
function fallbacksOf(locale?: string): string[] {
  if (isLocale(locale)) return []
  return [...new Set([offeredLanguages()[0]?.locale ?? fallbackLocale, fallbackLocale])].filter((tag) => tag !== locale)
}

/** The parts of the texts that the current page needs. */
const needed = new Set<Part>()

/**
 * Returns the build's texts, in which the texts that the operator has changed are replaced. The code that checks the operator's
 * texts is loaded only if there are any.
 */
async function merge(locale: string, bundle: Namespaces, texts: Overrides, reference = bundle): Promise<Namespaces> {
  if (Object.keys(texts).length === 0) return bundle
  const { flatten, soundTexts, withTexts } = await loadAgain(() => import('./texts/model'))
  return withTexts(bundle, soundTexts(texts, flatten(reference), locale))
}

/** Returns the texts of the page's language, and of the languages to which it falls back. */
async function resourcesOf(locale: string, active: ActiveTexts | null): Promise<Record<string, Namespaces>> {
  const texts = active?.texts ?? {}
  if (isLocale(locale)) return { [locale]: await merge(locale, await loadBundle(locale, needed), texts) }
  const english = await loadBundle(fallbackLocale, needed)
  const resources: Record<string, Namespaces> = { [fallbackLocale]: english }
  const [first = fallbackLocale] = fallbacksOf(locale)
  const bundle = isLocale(first) ? await loadBundle(first, needed) : {}
  resources[first] = await merge(first, bundle, active?.default_texts ?? {}, isLocale(first) ? bundle : english)
  resources[locale] = await merge(locale, {}, texts, english)
  return resources
}

/** Replaces the loaded texts. Only the last replacement notifies the components, so that they render once. */
function apply(resources: Record<string, Namespaces>) {
  // Translations of the firm's own texts are no part of the build either.
  for (const locale of Object.keys(resources)) i18next.removeResourceBundle(locale, 'firm')
  const bundles = Object.entries(resources).flatMap(([locale, namespaces]) =>
    Object.entries(namespaces).map(([namespace, words]) => ({ locale, namespace, words }))
  )
  for (const [index, { locale, namespace, words }] of bundles.entries()) {
    // The build has every key of its own languages, so new texts overwrite the old ones. Removing the old texts could also
    // remove a part that was added meanwhile. Other languages may lack keys, so their old texts are removed.
    if (!isLocale(locale)) i18next.removeResourceBundle(locale, namespace)
    i18next.addResourceBundle(locale, namespace, words, false, true, { silent: index < bundles.length - 1 })
  }
}

/**
 * Returns whether the operator has changed no text. Then the build's texts need not be applied again, which would render every
 * component again.
 */
const isEmpty = (active: ActiveTexts | null): boolean => Object.keys(active?.texts ?? {}).length === 0

/** The operator's texts that are currently applied; null if none have been received. */
let shown: ActiveTexts | null = null

let start = () => {}
const started = new Promise<void>((resolve) => {
  start = resolve
})

/** Loads the texts of the language to start with. The page can render when this resolves. */
export async function startI18n(words: 'site' | 'share' = 'site'): Promise<void> {
  needed.add(words)
  const locale = detectLocale()
  shown = keptTexts(locale)
  const resources = await resourcesOf(locale, shown)
  await i18next.use(initReactI18next).init(i18nOptions(locale, resources, () => i18next.dir()))
  applyToDocument(locale)
  i18next.on('languageChanged', applyToDocument)
  start()
}

const added = new Map<Part, Promise<void>>()

/** Loads a part of the texts, for the current language and for every language chosen later. */
export function addWords(part: LatePart): Promise<void> {
  const arrival = added.get(part) ?? applyWith(part)
  added.set(part, arrival)
  return arrival
}

async function applyWith(part: Part) {
  needed.add(part)
  await started
  await show()
}

/** Loads the texts that only the staff's portal shows. */
export const addPortalWords = () => addWords('portal')

/** Loads and applies the texts. If language or operator's texts change meanwhile, it starts over with the new ones. */
async function show(): Promise<void> {
  const locale = i18next.language
  const active = shown
  const resources = await resourcesOf(locale, active)
  if (locale !== i18next.language || active !== shown) return show()
  apply(resources)
}

/**
 * Applies the operator's current texts, unless the page has switched to another language meanwhile. If the language that the
 * person had chosen is offered now, the page switches to it. If the current language is no longer offered, the page switches to
 * the offered one that fits this person best.
 */
export async function takeTexts(locale: string, active: ActiveTexts): Promise<void> {
  if (locale !== i18next.language) return
  keepTexts(locale, active)
  if (active.version !== shown?.version) {
    const isSame = isLocale(locale) && isEmpty(active) && isEmpty(shown)
    shown = active
    if (!isSame) await show()
    if (locale !== i18next.language) return
  }
  const wanted = detectLocale()
  if (wanted !== i18next.language) await switchTo(wanted)
}

/** How long a switch of the language waits for the operator's texts, if the build has texts for this language (ms). */
const PATIENCE_MS = 1000

const later = <T>(value: T) => new Promise<T>((resolve) => setTimeout(() => resolve(value), PATIENCE_MS))

/** Number of language choices so far. Only the last choice is applied, even if the texts of an earlier one arrive later. */
let choices = 0

/** Switches the language once its texts are loaded, so that the page never shows keys instead of texts. */
async function switchTo(locale: string): Promise<void> {
  const choice = ++choices
  if (locale === i18next.language) return
  const fetched = fetchTexts(locale).catch(() => null)
  const active = await (isLocale(locale) ? Promise.race([fetched, later(null)]) : fetched)
  const resources = await resourcesOf(locale, active)
  if (choice !== choices) return
  apply(resources)
  shown = active
  await i18next.changeLanguage(locale)
  if (active) keepTexts(locale, active)
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
