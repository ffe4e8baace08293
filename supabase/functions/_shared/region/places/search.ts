import type MiniSearch from 'minisearch'
import type { Query, SearchResult } from 'minisearch'
import type { Place, PlacesFile } from './file.ts'
import { significantWords } from './query.ts'
import { typingErrors, Vocabulary } from './vocabulary.ts'
import { type Field, loadWords, remembered } from './words.ts'
import { fold, isFiller, isNumber, spellings, words } from './text.ts'

/** Weight of a typed word by the field of the place in which it is found. */
const FIELD_WEIGHT: Record<Field, number> = { name: 1, part: 0.9, other: 0.92, kind: 0.97, area: 0.5 }
/** Weight of a word that names a kind of place but is typed incompletely or wrongly. */
const VAGUE_KIND = 0.85
/** Largest number of results that are scored in detail. */
const MOST_RESULTS = 200
/** Typing errors and missing spaces are corrected only in searches of up to this many words: more words take too long. */
const MOST_WORDS = 5
/**
 * A search for a single word with fewer letters than this looks only at names, not at addresses. Half of all places may be in a
 * town whose name begins with these letters.
 */
const SHORT = 4
const NAMES: Field[] = ['name', 'other', 'kind']
/** If a place lacks some of the words, it is a result only if its `text` (how well the names fit) is at least this. */
const ENOUGH = 0.35

/** A place that a search has found. */
export interface Found {
  /** The place, as an index into the places. */
  index: number
  place: Place
  /** How well the place's names fit the typed words: 0 to about 1. */
  text: number
  /** `text` times the place's weight (`Wanted.weigh`). */
  score: number
}

/** Conditions of a search in addition to its words. */
export interface Wanted {
  /** Whether the last word may be incomplete. */
  isOpen: boolean
  /** Returns a place's weight: how likely people look for it, whatever the words are. The weight 0 excludes the place. */
  weigh(place: Place): number
}

/** Finds places by the words of their names and addresses. */
export class NameSearch {
  readonly #places: readonly Place[]
  readonly #search: MiniSearch
  readonly #terms: readonly string[]
  #vocabulary: Vocabulary | null = null
  /** Names of the places, prepared for comparison; each is added on first use. */
  readonly #names: { folded: string; letters: number }[] = []

  constructor(file: PlacesFile) {
    this.#places = file.places
    const { search, terms } = loadWords(file)
    this.#search = search
    this.#terms = terms
  }

  /** Returns places with all the words as typed. If there are none, tries corrected words, and then two words joined to one. */
  find(list: readonly string[], wanted: Wanted): Found[] {
    const exact = this.#all(list, wanted, false)
    if (exact.length > 0 || significantWords(list).length > MOST_WORDS) return exact
    const mistyped = merged(this.#all(list, wanted, true), this.#corrected(list, wanted))
    if (mistyped.length > 0) return mistyped
    for (let i = 1; i < list.length; i++) {
      const joined = [...list.slice(0, i - 1), `${list[i - 1]}${list[i]}`, ...list.slice(i + 1)]
      const found = this.#all(joined, wanted, true)
      if (found.length > 0) return found
    }
    return []
  }

  /** Returns places with all the words as typed; the last word may be incomplete. */
  findExactly(list: readonly string[], wanted: Wanted): Found[] {
    return this.#all(list, wanted, false)
  }

  /** Returns places with some of the words, if they fit well enough (`ENOUGH`). */
  findSome(list: readonly string[], wanted: Wanted): Found[] {
    const needed = significantWords(list).filter((word) => !isNumber(word) && word.length > 1)
    const queries = needed.map((word, i) =>
      spelled(word, needed.length <= MOST_WORDS, wanted.isOpen && i === needed.length - 1)
    )
    return this.#run({ combineWith: 'OR', queries }, needed, list, wanted).filter(({ text }) => text >= ENOUGH)
  }

  #all(list: readonly string[], wanted: Wanted, mayBeMistyped: boolean): Found[] {
    const needed = significantWords(list)
    if (needed.length === 0) return []
    const last = list.at(-1)
    const queries = needed.map((word) => spelled(word, mayBeMistyped, wanted.isOpen && word === last))
    const isBeginning = needed.length === 1 && (last?.length ?? 0) < SHORT
    return this.#run({ combineWith: 'AND', queries, ...(isBeginning && { fields: NAMES }) }, needed, list, wanted)
  }

  /** Finds places by corrected words: each typed word is replaced by similar words of the region's vocabulary. */
  #corrected(list: readonly string[], wanted: Wanted): Found[] {
    const needed = significantWords(list)
    const last = list.at(-1)
    const queries: Query[] = []
    for (const word of needed) {
      const isOpen = wanted.isOpen && word === last
      const meant = isNumber(word) ? [word] : (this.#vocabulary ??= new Vocabulary(this.#terms)).meant(word, isOpen)
      if (meant.length === 0) return []
      queries.push({ combineWith: 'OR', queries: meant })
    }
    return this.#run({ combineWith: 'AND', queries }, needed, list, wanted)
  }

  #run(query: Query, needed: readonly string[], list: readonly string[], wanted: Wanted): Found[] {
    const weights = new Map<number, number>()
    const results = this.#search.search(query, {
      boostDocument: (id: number) => {
        const known = weights.get(id)
        if (known !== undefined) return known
        const place = this.#places[id]
        const weight = place ? wanted.weigh(place) : 0
        weights.set(id, weight)
        return weight
      },
    })
    const likenesses = needed.map((word) => remembered((term) => bestLikeness(word, term)))
    const phrase = phraseOf(list)
    return results.slice(0, MOST_RESULTS).flatMap((result) => {
      const place = this.#places[result.id]
      if (!place) return []
      const name = this.#name(result.id, place)
      const text = this.#fit(result, needed, likenesses, name.letters) * phraseBonus(phrase, name.folded)
      return [{ index: result.id as number, place, text, score: text * (weights.get(result.id) ?? 0) }]
    })
  }

  #name(index: number, { name }: Place): { folded: string; letters: number } {
    const known = this.#names[index]
    if (known) return known
    const list = words(name).map(fold)
    const letters = significantWords(list).reduce((sum, { length }) => sum + length, 0)
    return this.#names[index] = { folded: list.join(' '), letters }
  }

  /**
   * Returns how well a result fits, 0 to 1: by field and accuracy of each word, and by the share of the name that was typed.
   */
  #fit(
    { match }: SearchResult,
    needed: readonly string[],
    likenesses: ((term: string) => number)[],
    nameLetters: number,
  ): number {
    let total = 0
    let sum = 0
    let said = 0
    for (const [i, word] of needed.entries()) {
      let best = 0
      let letters = 0
      for (const term in match) {
        const likeness = likenesses[i]?.(term) ?? 0
        if (likeness === 0) continue
        for (const field of match[term] as Field[]) {
          const fit = likeness * (field === 'kind' && likeness < 1 ? VAGUE_KIND : FIELD_WEIGHT[field])
          best = Math.max(best, fit)
          if (fit > best * 0.85) letters = Math.max(letters, lettersSaid(field, likeness, word, term))
        }
      }
      const weight = Math.min(8, word.length)
      total += weight
      sum += weight * best
      said += letters
    }
    const share = Math.min(1, said / Math.max(1, nameLetters))
    return (sum / total) * (0.55 + 0.45 * share)
  }
}

/** Returns how many letters of a place's name a typed word covers. The fully typed word for its kind covers the whole name. */
function lettersSaid(field: Field, likeness: number, word: string, term: string): number {
  if (field === 'kind') return likeness === 1 ? Infinity : word.length / 2
  if (field !== 'name' && field !== 'part') return 0
  // The untyped letters of an incomplete word count half.
  return term.startsWith(word) ? (word.length + term.length) / 2 : Math.min(term.length, word.length)
}

function bestLikeness(word: string, term: string): number {
  return Math.max(...spellings(word).map((spelling) => likeness(spelling, term)))
}

/** The typed text, prepared for comparison with names. */
interface Phrase {
  spaced: string
  joined: string
  fillers: string[]
  hasManyWords: boolean
}

function phraseOf(list: readonly string[]): Phrase {
  const fillers = list.filter(isFiller)
  return { spaced: list.join(' '), joined: list.join(''), fillers, hasManyWords: list.length > 1 }
}

/**
 * Returns the factor by which a name's rating is multiplied. The factor is above 1 if the name begins with the typed text, or
 * differs from it only in spaces. It is 0.5 if a typed stop word such as "im" is missing in the name. Otherwise it is 1. It is
 * also 1 if only a single word was typed, and that word is not a stop word.
 */
function phraseBonus({ spaced, joined, fillers, hasManyWords }: Phrase, name: string): number {
  if (!hasManyWords && fillers.length === 0) return 1
  if (name.startsWith(spaced)) return fillers.length > 0 ? 1.6 : 1.15
  if (name.replaceAll(' ', '') === joined) return 1.6
  return fillers.every((word) => ` ${name} `.includes(` ${word} `)) ? 1 : 0.5
}

/** Returns how well an indexed word matches a typed word: 1 if equal, less for an incomplete word, least for a mistyped one. */
function likeness(typed: string, term: string): number {
  if (typed === term) return 1
  if (term.startsWith(typed)) return 0.78 + (0.18 * typed.length) / term.length
  // The typed word may also be a mistyped beginning of a longer word.
  const open = typed.length < term.length ? mistyped(typed, term, true) - 0.04 : 0
  return Math.max(0, open, mistyped(typed, term, false))
}

function mistyped(typed: string, term: string, isOpen: boolean): number {
  if (typed.length < 4) return 0
  const errors = typingErrors(typed, term, isOpen)
  return errors <= 3 && errors <= typed.length / 3 + 0.5 ? 0.88 - 0.15 * errors : 0
}

/** Merges two lists. A place that is in both occurs once, with its better score. */
function merged(one: Found[], other: Found[]): Found[] {
  const best = new Map<number, Found>()
  for (const found of [...one, ...other]) {
    if (found.score > (best.get(found.index)?.score ?? -1)) best.set(found.index, found)
  }
  return [...best.values()]
}

/** Returns a query for all spellings of a word. Only the typed spelling may be incomplete or mistyped. */
function spelled(word: string, mayBeMistyped: boolean, isOpen: boolean): Query {
  const length = isNumber(word) ? 0 : word.length
  const fuzzy = mayBeMistyped && length >= 4 ? (length < 8 ? 1 : 2) : false
  const [, ...others] = spellings(word)
  return {
    combineWith: 'OR',
    queries: [
      { queries: [word], prefix: isOpen || length >= 3, fuzzy },
      { queries: others, prefix: false, fuzzy: false },
    ],
  }
}
