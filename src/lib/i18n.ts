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
 * Words come in parts: the site's with the first page, the portal's with it, `later` with what riders and drivers open by a
 * press, `drive` with the pages that only drivers have. The page of a shared trip has a few of the site's, and nothing else.
 */
type Part = 'site' | 'share' | 'later' | 'drive' | 'portal'
/** What is not there with the first page. */
export type LatePart = Exclude<Part, 'site' | 'share'>
/** All words there are. */
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

/** The texts that the build brings of a language; i18next writes into what it is given. */
export async function loadBundle(locale: Locale, parts: Iterable<Part> = WHOLE): Promise<Namespaces> {
  const loaded = await Promise.all([...parts].map((part) => loadAgain(loaders[locale][part])))
  return Object.assign({}, ...loaded.map(({ namespaces }) => namespaces))
}

/** A link to a page in one language says so by this parameter; search engines find each language by it. */
export const languageParameter = 'lang'

/** The language that the query part of an address asks for, as it stands there. */
export const languageOf = (search: string): string | null => new URLSearchParams(search).get(languageParameter)

/** What the address asks for, else what the person chose here before, else what the browser asks for, else the default. */
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
 * An address, a price or a name that is filled into a sentence is set apart where it could turn it round: on a page written
 * from the right "9490 Vaduz" or "+423 555 01 01" would be read backwards, on another one what follows an Arabic name.
 */
function isolate(value: unknown, dir: string): string {
  return dir === 'rtl' ? isolated(String(value)) : apart(String(value))
}

/** How words are looked up, in the page and where the build paints it. */
export const i18nOptions = (locale: string, resources: Record<string, Namespaces>, dir: () => string) => ({
  lng: locale,
  fallbackLng: fallbacksOf,
  defaultNS: 'common',
  ns: ['common'],
  resources,
  // React escapes; what is filled in only keeps its own direction.
  interpolation: { escape: (value: unknown) => isolate(value, dir()) },
  // A changed text shows without another page.
  react: { useSuspense: false, bindI18nStore: 'added' }
})

/** A language that the build brings no texts of reads the default's where the operator wrote none, else English. */
function fallbacksOf(locale?: string): string[] {
  if (isLocale(locale)) return []
  return [...new Set([offeredLanguages()[0]?.locale ?? fallbackLocale, fallbackLocale])].filter((tag) => tag !== locale)
}

/** The parts whose words the page needs. */
const needed = new Set<Part>()

/** Built-in texts under the operator's. What checks those comes only where there are any. */
async function merge(locale: string, bundle: Namespaces, texts: Overrides, reference = bundle): Promise<Namespaces> {
  if (Object.keys(texts).length === 0) return bundle
  const { flatten, soundTexts, withTexts } = await loadAgain(() => import('./texts/model'))
  return withTexts(bundle, soundTexts(texts, flatten(reference), locale))
}

/** What a page in this language looks its words up in, by language: its own first, then those it falls back to. */
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

/** Puts words in the place of those that are there; the pages follow the last of them. */
function apply(resources: Record<string, Namespaces>) {
  const bundles = Object.entries(resources).flatMap(([locale, namespaces]) =>
    Object.entries(namespaces).map(([namespace, words]) => ({ locale, namespace, words }))
  )
  for (const [index, { locale, namespace, words }] of bundles.entries()) {
    // What the build brings has every key, so nothing stays behind; another part of the program may have added to it.
    if (!isLocale(locale)) i18next.removeResourceBundle(locale, namespace)
    i18next.addResourceBundle(locale, namespace, words, false, true, { silent: index < bundles.length - 1 })
  }
}

/** Whether the operator has changed no text: putting the build's own words in again would render every page again. */
const isEmpty = (active: ActiveTexts | null): boolean => Object.keys(active?.texts ?? {}).length === 0

/** The operator's texts that the page shows. */
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

/** Brings the words of a part, in each language that is read from then on. */
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

/** Brings the words that only the portal shows. */
export const addPortalWords = () => addWords('portal')

/** Puts the words in their places that count once they have come: what changed on their way is newer, and stays. */
async function show(): Promise<void> {
  const locale = i18next.language
  const active = shown
  const resources = await resourcesOf(locale, active)
  if (locale !== i18next.language || active !== shown) return show()
  apply(resources)
}

/**
 * Shows what the operator says now. A language that is offered since the page began, and that the person had asked for,
 * takes over; so does the default where the one that was read is gone.
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

/** The operator's texts are waited for so long (ms), where the build brings others. */
const PATIENCE_MS = 1000

const later = <T>(value: T) => new Promise<T>((resolve) => setTimeout(() => resolve(value), PATIENCE_MS))

/** How often a language was chosen: the last choice counts, whichever comes first. */
let choices = 0

/** Its words load first, so nothing flickers through keys. */
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
    // A private window may refuse storage; the choice then lasts until it closes.
  }
  await switchTo(locale)
}

/** A choice in the page counts more than the link that led here. */
function forgetAsked() {
  const address = new URL(window.location.href)
  if (!address.searchParams.has(languageParameter)) return
  address.searchParams.delete(languageParameter)
  window.history.replaceState(window.history.state, '', address)
}
