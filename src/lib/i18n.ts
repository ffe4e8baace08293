import i18next from 'i18next'
import { initReactI18next } from 'react-i18next'
import { fallbackLocale, isLocale, type Locale } from '@/config/languages'
import { loadAgain } from './load-again'

type Namespaces = Record<string, Record<string, unknown>>

const loaders: Record<Locale, () => Promise<{ namespaces: Namespaces }>> = {
  en: () => import('@/locales/en'),
  de: () => import('@/locales/de'),
  ar: () => import('@/locales/ar')
}

const storageKey = 'hackney.locale'

async function load(locale: Locale): Promise<Namespaces> {
  return (await loadAgain(loaders[locale])).namespaces
}

/** A link to a page in one language says so by this parameter; search engines find each language by it. */
export const languageParameter = 'lang'

/** The language that the query part of an address asks for, if it is one of ours. */
export function languageOf(search: string): Locale | null {
  const asked = new URLSearchParams(search).get(languageParameter)
  return isLocale(asked) ? asked : null
}

/** What the address asks for, else what the person chose here before, else what the browser asks for, else English. */
export function detectLocale(): Locale {
  const asked = languageOf(window.location.search)
  if (asked) return asked
  const stored = readStored()
  if (isLocale(stored)) return stored
  const wanted = typeof navigator === 'undefined' ? [] : navigator.languages
  return wanted.map((tag) => tag.slice(0, 2)).find(isLocale) ?? fallbackLocale
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
 * On a page written from the right, an address, a price or a name that is filled into a sentence is set apart (Unicode's
 * first strong isolate), so that "9490 Vaduz" or "+423 555 01 01" is not read backwards.
 */
function isolate(value: unknown, dir: string): string {
  return dir === 'rtl' ? `\u2068${value}\u2069` : String(value)
}

/** How words are looked up, in the page and where the build paints it. */
export const i18nOptions = (locale: Locale, words: Namespaces, dir: () => string) => ({
  lng: locale,
  fallbackLng: false as const,
  defaultNS: 'common',
  ns: ['common'],
  resources: { [locale]: words },
  // React escapes; what is filled in only keeps its own direction.
  interpolation: { escape: (value: unknown) => isolate(value, dir()) },
  react: { useSuspense: false }
})

/** Loads the first language; the page renders when it resolves. */
export async function startI18n(): Promise<void> {
  const locale = detectLocale()
  await i18next.use(initReactI18next).init(i18nOptions(locale, await load(locale), () => i18next.dir()))
  applyToDocument(locale)
  i18next.on('languageChanged', applyToDocument)
}

/**
 * Switches the language and remembers it on this device. Its words load first, so nothing flickers through keys.
 */
export async function changeLocale(locale: Locale): Promise<void> {
  forgetAsked()
  if (locale === i18next.language) return
  for (const [namespace, words] of Object.entries(await load(locale))) {
    i18next.addResourceBundle(locale, namespace, words)
  }
  try {
    localStorage.setItem(storageKey, locale)
  } catch {
    // A private window may refuse storage; the choice then lasts until it closes.
  }
  await i18next.changeLanguage(locale)
}

/** A choice in the page counts more than the link that led here. */
function forgetAsked() {
  const address = new URL(window.location.href)
  if (!address.searchParams.has(languageParameter)) return
  address.searchParams.delete(languageParameter)
  window.history.replaceState(window.history.state, '', address)
}
