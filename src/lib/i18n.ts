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
 * Interface texts are loaded in parts: `site` with the first page, `portal` with the portal, `later` with what riders and
 * drivers open by a press, `drive` with pages that only drivers have. The page of a shared trip loads only `share`, a few texts
 * of `site`.
 */
type Part = 'site' | 'share' | 'later' | 'drive' | 'portal'
/** Parts that are not loaded with the first page. */
export type LatePart = Exclude<Part, 'site' | 'share'>
/** All texts; `share` is missing because it is a part of `site`. */
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

/** The address parameter that names a page's language; search engines find each language by such links. */
export const languageParameter = 'lang'

/** The language parameter of an address, which may be any text. */
export const languageOf = (search: string): string | null => new URLSearchParams(search).get(languageParameter)

/**
 * The language to start with: the address's, otherwise the one chosen in this browser, otherwise the browser's preferred one,
 * otherwise the default.
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
 * Isolates a value that is inserted into a sentence, such as an address or a name, if it could change the text direction.
 * Without this, "9490 Vaduz" or "+423 555 01 01" would be read backwards on a right-to-left page, and so would the text after
 * an Arabic name on other pages.
 */
function isolate(value: unknown, dir: string): string {
  return dir === 'rtl' ? isolated(String(value)) : apart(String(value))
}

/** The options of i18next, for the page and for the build that prerenders pages. */
export const i18nOptions = (locale: string, resources: Record<string, Namespaces>, dir: () => string) => ({
  lng: locale,
  fallbackLng: fallbacksOf,
  defaultNS: 'common',
  ns: ['common'],
  resources,
  // React escapes HTML; interpolated values only need their direction isolated.
  interpolation: { escape: (value: unknown) => isolate(value, dir()) },
  // Components render again when texts are added.
  react: { useSuspense: false, bindI18nStore: 'added' }
})

/**
 * The languages in which the texts that a language lacks are looked up. The languages of the build are complete and need none.
 * Any other falls back to the operator's first language, then to English.
 */
function fallbacksOf(locale?: string): string[] {
  if (isLocale(locale)) return []
  return [...new Set([offeredLanguages()[0]?.locale ?? fallbackLocale, fallbackLocale])].filter((tag) => tag !== locale)
}

/** The parts of the texts that the current page needs. */
const needed = new Set<Part>()

/**
 * The build's texts, replaced by the operator's own where there are any. The code that checks the operator's is only loaded
 * then.
 */
async function merge(locale: string, bundle: Namespaces, texts: Overrides, reference = bundle): Promise<Namespaces> {
  if (Object.keys(texts).length === 0) return bundle
  const { flatten, soundTexts, withTexts } = await loadAgain(() => import('./texts/model'))
  return withTexts(bundle, soundTexts(texts, flatten(reference), locale))
}

/** The texts of every language in which a page looks texts up: its own and its fallbacks. */
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

/** Replaces the loaded texts. Only the last change notifies the pages, so that they render once. */
function apply(resources: Record<string, Namespaces>) {
  const bundles = Object.entries(resources).flatMap(([locale, namespaces]) =>
    Object.entries(namespaces).map(([namespace, words]) => ({ locale, namespace, words }))
  )
  for (const [index, { locale, namespace, words }] of bundles.entries()) {
    // The build has every key of its languages, so old texts are overwritten; removing them could also remove a part that was
    // added meanwhile. Other languages may lack keys, so their old texts are removed.
    if (!isLocale(locale)) i18next.removeResourceBundle(locale, namespace)
    i18next.addResourceBundle(locale, namespace, words, false, true, { silent: index < bundles.length - 1 })
  }
}

/**
 * Whether the operator has changed no text. The build's texts then need not be applied again, which would re-render every page.
 */
const isEmpty = (active: ActiveTexts | null): boolean => Object.keys(active?.texts ?? {}).length === 0

/** The operator's texts currently shown. */
let shown: ActiveTexts | null = null

let start = () => {}
const started = new Promise<void>((resolve) => {
  start = resolve
})

/** Loads the first language; the page renders when it resolves. */
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

/** Loads the texts of a part, for the current language and every later one. */
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

/** Loads the texts that only the portal shows. */
export const addPortalWords = () => addWords('portal')

/** Loads and shows the texts. If newer texts arrive while it loads, those stay. */
async function show(): Promise<void> {
  const locale = i18next.language
  const active = shown
  const resources = await resourcesOf(locale, active)
  if (locale !== i18next.language || active !== shown) return show()
  apply(resources)
}

/**
 * Applies the operator's current texts. The page switches its language if the one that the person had chosen was added, and
 * switches to the default if the current one was removed.
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

/** How long to wait for the operator's texts if the build has texts for the language (ms). */
const PATIENCE_MS = 1000

const later = <T>(value: T) => new Promise<T>((resolve) => setTimeout(() => resolve(value), PATIENCE_MS))

/** Number of language choices so far: only the last choice is applied, even if the texts of an earlier one arrive later. */
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
    // A private window may refuse storage; the language then lasts until the window closes.
  }
  await switchTo(locale)
}

/** Removes the language from the address, because a choice on the page overrides that of the link. */
function forgetAsked() {
  const address = new URL(window.location.href)
  if (!address.searchParams.has(languageParameter)) return
  address.searchParams.delete(languageParameter)
  window.history.replaceState(window.history.state, '', address)
}
