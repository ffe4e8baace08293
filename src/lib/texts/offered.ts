import { useCallback, useEffect, useReducer, useRef, useSyncExternalStore } from 'react'
import { languages as bundled, isLocale } from '@/config/languages'
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

function readStored(): { locale: string; texts: ActiveTexts } | null {
  try {
    const { locale, texts } = JSON.parse(localStorage.getItem(textsKey) ?? '{}')
    return isText(locale) && isActiveTexts(texts) ? { locale, texts } : null
  } catch {
    return null
  }
}

/** What this page knows of the operator: the languages that people can choose, and the texts that replace the build's. */
class Operator {
  languages: readonly OfferedLanguage[] = bundled.map((language) => ({ ...language, date_locale: null }))
  /** For each language to which the page switches: resolves when the operator's texts have arrived, or need not be waited for. */
  readonly arrivals = new Map<string, Promise<unknown>>()
  readonly #texts = new Map<string, Overrides>()
  readonly #listeners = new Set<() => void>()

  constructor() {
    const stored = readStored()
    if (stored) this.take(stored.locale, stored.texts)
  }

  /** Returns the operator's texts in one language, by `namespace.key`. */
  textsIn = (language: string): Overrides => this.#texts.get(language) ?? {}

  /**
   * Takes the operator's current texts.
   *
   * @returns the languages whose texts are others than before
   */
  take(locale: string, { languages, texts, default_texts }: ActiveTexts): string[] {
    if (JSON.stringify(languages) !== JSON.stringify(this.languages)) {
      this.languages = languages
      for (const listener of this.#listeners) listener()
    }
    const news = new Map([[locale, texts]])
    // A language that the operator added falls back to the default one, which therefore comes with it.
    const [standard] = languages
    if (standard && !isLocale(locale) && standard.locale !== locale) news.set(standard.locale, default_texts)
    return [...news].flatMap(([language, own]) => {
      const isSame = JSON.stringify(own) === JSON.stringify(this.textsIn(language))
      this.#texts.set(language, own)
      return isSame ? [] : language
    })
  }

  subscribe = (listener: () => void) => {
    this.#listeners.add(listener)
    return () => void this.#listeners.delete(listener)
  }
}

export const operator = new Operator()

/** Stores the operator's texts in the page's language for the next visit. */
export function storeTexts(locale: string, texts: ActiveTexts): void {
  try {
    localStorage.setItem(textsKey, JSON.stringify({ locale, texts }))
    localStorage.setItem(languagesKey, texts.languages.map((language) => language.locale).join(' '))
  } catch {
    // A private window may refuse storage. The next visit then fetches the texts again.
  }
}

export const offeredLanguages = (): readonly OfferedLanguage[] => operator.languages

/** Returns the languages for a menu, the operator's default first. */
export const useLanguages = (): readonly OfferedLanguage[] =>
  useSyncExternalStore(operator.subscribe, offeredLanguages, offeredLanguages)

const dateLocaleOf = (language: string): string | null =>
  offeredLanguages().find(({ locale }) => locale === language)?.date_locale ?? null

/**
 * Returns a function that returns the locale in which a language writes dates; null until the operator's settings are known. A
 * component that has called it renders again when the locale changes, and then gets a new function.
 */
export function useDateLocale(language: string): () => string | null {
  const [version, renderAgain] = useReducer((count: number) => count + 1, 0)
  const read = useRef<string | null | undefined>(undefined)
  useEffect(() => {
    const check = () => {
      if (read.current !== undefined && read.current !== dateLocaleOf(language)) renderAgain()
    }
    check()
    return operator.subscribe(check)
  }, [language])
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new function for a new locale
  return useCallback(() => {
    read.current = dateLocaleOf(language)
    return read.current
  }, [language, version])
}
