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
 * Texts are loaded in parts: `site` with the first page, `portal` with the portal, `later` with what riders and drivers open by
 * a press, `drive` with the pages that only drivers have. The page of a shared trip loads only `share`, a few of the site's
 * texts.
 */
type Part = 'site' | 'share' | 'later' | 'drive' | 'portal'
/** Parts that are not loaded with the first page. */
export type LatePart = Exclude<Part, 'site' | 'share'>
/** All parts; `share` is a subset of `site`. */
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

/** The texts that the build ships for a language, in a new object, because i18next writes into the one it is given. */
export async function loadBundle(locale: Locale, parts: Iterable<Part> = WHOLE): Promise<Namespaces> {
  const loaded = await Promise.all([...parts].map((part) => loadAgain(loaders[locale][part])))
  return Object.assign({}, ...loaded.map(({ namespaces }) => namespaces))
}

/** Links to a page in one language carry this parameter; search engines use it to find each language. */
export const languageParameter = 'lang'

/** The language parameter of an address, unchecked. */
export const languageOf = (search: string): string | null => new URLSearchParams(search).get(languageParameter)

/** The address's language, else the one chosen in this browser, else the browser's preferred one, else the default. */
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
 * Isolates an address, a price or a name in a sentence if it could upset the text direction: on a right-to-left page "9490
 * Vaduz" or "+423 555 01 01" would be read backwards, and on others the text after an Arabic name would.
 */
function isolate(value: unknown, dir: string): string {
  return dir === 'rtl' ? isolated(String(value)) : apart(String(value))
}

/** i18next options, for the page and for the build that prerenders it. */
export const i18nOptions = (locale: string, resources: Record<string, Namespaces>, dir: () => string) => ({
  lng: locale,
  fallbackLng: fallbacksOf,
  defaultNS: 'common',
  ns: ['common'],
  resources,
  // React escapes HTML; interpolated values only need their direction isolated.
  interpolation: { escape: (value: unknown) => isolate(value, dir()) },
  // Re-render when texts change.
  react: { useSuspense: false, bindI18nStore: 'added' }
})

/** A language without built-in texts falls back to the default language if it is another one, then to English. */
function fallbacksOf(locale?: string): string[] {
  if (isLocale(locale)) return []
  return [...new Set([offeredLanguages()[0]?.locale ?? fallbackLocale, fallbackLocale])].filter((tag) => tag !== locale)
}

/** The parts that the page needs. */
const needed = new Set<Part>()

/** Built-in texts overlaid with the operator's. The code that checks those is loaded only if there are any. */
async function merge(locale: string, bundle: Namespaces, texts: Overrides, reference = bundle): Promise<Namespaces> {
  if (Object.keys(texts).length === 0) return bundle
  const { flatten, soundTexts, withTexts } = await loadAgain(() => import('./texts/model'))
  return withTexts(bundle, soundTexts(texts, flatten(reference), locale))
}

/** Resources of every language that a page in this language looks texts up in: its own first, then its fallbacks. */
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

/** Replaces the loaded texts; only the last change notifies the pages. */
function apply(resources: Record<string, Namespaces>) {
  const bundles = Object.entries(resources).flatMap(([locale, namespaces]) =>
    Object.entries(namespaces).map(([namespace, words]) => ({ locale, namespace, words }))
  )
  for (const [index, { locale, namespace, words }] of bundles.entries()) {
    // Built-in bundles have every key, so nothing stale remains; another part may have been added meanwhile.
    if (!isLocale(locale)) i18next.removeResourceBundle(locale, namespace)
    i18next.addResourceBundle(locale, namespace, words, false, true, { silent: index < bundles.length - 1 })
  }
}

/** Whether the operator changed no text. Applying the built-in texts again would re-render every page. */
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

/** Shows the texts once they have loaded; texts that changed meanwhile are newer and stay. */
async function show(): Promise<void> {
  const locale = i18next.language
  const active = shown
  const resources = await resourcesOf(locale, active)
  if (locale !== i18next.language || active !== shown) return show()
  apply(resources)
}

/**
 * Applies the operator's current texts. If a language was added that the person had asked for, the page switches to it; if the
 * current language was removed, it switches to the default.
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

/** How long to wait for the operator's texts if the build ships texts for the language (ms). */
const PATIENCE_MS = 1000

const later = <T>(value: T) => new Promise<T>((resolve) => setTimeout(() => resolve(value), PATIENCE_MS))

/** Counts language choices: the last choice wins, whichever texts arrive first. */
let choices = 0

/** Loads the texts before switching, so that no raw keys flash. */
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
    // A private window may refuse storage; the choice then lasts until the window closes.
  }
  await switchTo(locale)
}

/** A choice on the page overrides the language of the link that led here. */
function forgetAsked() {
  const address = new URL(window.location.href)
  if (!address.searchParams.has(languageParameter)) return
  address.searchParams.delete(languageParameter)
  window.history.replaceState(window.history.state, '', address)
}
