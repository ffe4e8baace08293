import { useSyncExternalStore } from 'react'
import { languages as bundled } from '@/config/languages'
import type { Overrides } from './model'

/** A language that people can choose. */
export interface OfferedLanguage {
  /** The language's BCP 47 tag. It also determines the page's direction. */
  locale: string
  /** The language's name in the language itself. */
  name: string
  /** The locale in which dates are written; null until the operator's settings are known. */
  date_locale: string | null
}

/** The response of the database function `active_texts()`. */
export interface ActiveTexts {
  version: string
  /** The languages to choose from, the default language first. */
  languages: readonly OfferedLanguage[]
  texts: Overrides
  default_texts: Overrides
}

/*
 * Keys in the browser's storage for data with which the next visit starts. `textsKey` is for the operator's texts in the
 * visit's language. `languagesKey` is for the tags of all offered languages, which index.html reads before the first paint.
 */
const textsKey = 'hackney.texts'
const languagesKey = 'hackney.languages'

const isText = (value: unknown): value is string => typeof value === 'string'
const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null

/** Returns whether data (stored or received) have the shape that pages expect. */
export function isActiveTexts(value: unknown): value is ActiveTexts {
  if (!isObject(value)) return false
  const { version, languages, texts, default_texts } = value as Record<keyof ActiveTexts, unknown>
  const isLanguage = (entry: unknown) => {
    const { locale, name } = (entry ?? {}) as Record<keyof OfferedLanguage, unknown>
    return isText(locale) && isText(name)
  }
  const isList = Array.isArray(languages) && languages.length > 0 && languages.every(isLanguage)
  return isText(version) && isList && isObject(texts) && isObject(default_texts)
}

interface StoredLanguages {
  locale: string
  texts: ActiveTexts
}

function readStoredLanguages(): StoredLanguages | null {
  try {
    const { locale, texts } = JSON.parse(localStorage.getItem(textsKey) ?? '{}')
    return isText(locale) && isActiveTexts(texts) ? { locale, texts } : null
  } catch {
    return null
  }
}

const kept = readStoredLanguages()
let offered: readonly OfferedLanguage[] =
  kept?.texts.languages ?? bundled.map((language) => ({ ...language, date_locale: null }))
const listeners = new Set<() => void>()

/** Returns the operator's texts that the last visit stored in this language; null if there are none. */
export const keptTexts = (locale: string): ActiveTexts | null => (kept?.locale === locale ? kept.texts : null)

export const offeredLanguages = (): readonly OfferedLanguage[] => offered

/** Stores the operator's current texts for this visit and for the next one. */
export function keepTexts(locale: string, texts: ActiveTexts): void {
  if (JSON.stringify(offered) !== JSON.stringify(texts.languages)) {
    offered = texts.languages
    for (const listener of listeners) listener()
  }
  try {
    localStorage.setItem(textsKey, JSON.stringify({ locale, texts }))
    localStorage.setItem(languagesKey, offered.map((language) => language.locale).join(' '))
  } catch {
    // A private window may refuse storage. The next visit then fetches the texts again.
  }
}

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Returns the languages for a menu, the operator's default first. */
export const useLanguages = (): readonly OfferedLanguage[] =>
  useSyncExternalStore(subscribe, offeredLanguages, offeredLanguages)

const partOf = (tag: string) => tag.split('-')[0]

/**
 * Goes through the tags in order and returns the first offered language that fits one, even if only the region differs. If none
 * fits, returns the default language.
 */
export function chooseLanguage(tags: readonly (string | null)[], from = offered): string {
  for (const tag of tags) {
    const found =
      tag && (from.find(({ locale }) => locale === tag) ?? from.find(({ locale }) => partOf(locale) === partOf(tag)))
    if (found) return found.locale
  }
  return from[0]?.locale ?? bundled[0].locale
}
