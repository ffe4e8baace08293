import MiniSearch, { type Query, type SearchResult } from 'minisearch'
import { KIND_WORDS } from './kinds.ts'
import type { Place, PlacesFile } from './places-file.ts'
import { telling } from './places-query.ts'
import { fold, isFiller, isNumber, spellings, strip, words } from './text.ts'
import { typingErrors, Vocabulary } from './places-vocabulary.ts'

type Field = 'name' | 'other' | 'kind' | 'area'

/** How much a word tells where it is found. */
const FIELD_WEIGHT: Record<Field, number> = { name: 1, other: 0.92, kind: 0.92, area: 0.5 }
/** Results that are looked at closely. */
const MOST_RESULTS = 300
/** Words among which typing errors and gaps are looked for: with more, that costs much and finds little. */
const MOST_WORDS = 5
/** Of the words of a search, the share that has to be found when not all are. */
const ENOUGH = 0.35

const STREET_ENDING = /^(.{3,})(strasse|gasse|gass|platz|weg|street|gatan|straat)$/

/** A place that has the words. */
export interface Found {
  /** Index among the places. */
  index: number
  place: Place
  /** How well the names fit, 0 to about 1. */
  text: number
  /** That, and how likely the place is meant. */
  score: number
}

interface Document extends Record<Field, string> {
  id: number
}

/** What to look for. */
export interface Wanted {
  /** The last word may be the beginning of one. */
  isOpen: boolean
  /** How likely a place is meant; 0 leaves it out. */
  weigh(place: Place): number
}

/** Finds places by words, in all the names that they have. */
export class NameSearch {
  readonly #places: readonly Place[]
  readonly #search: MiniSearch<Document>
  readonly #vocabulary: Vocabulary
  /** Letters of each place's name, without fillers. */
  readonly #letters: Uint16Array

  constructor(file: PlacesFile) {
    const { places } = file
    this.#places = places
    // The same words and areas come again and again: each is looked at once.
    const termsOf = remembered(indexTerms)
    this.#search = new MiniSearch<Document>({
      fields: ['name', 'other', 'kind', 'area'],
      tokenize: remembered(words),
      processTerm: termsOf,
      searchOptions: {
        boost: { name: 3, other: 2, kind: 2 },
        weights: { fuzzy: 0.35, prefix: 0.6 },
        tokenize: (text) => [text],
        processTerm: (term) => term,
      },
    })
    this.#search.addAll(places.map((place, id) => toDocument(place, id, file)))
    this.#letters = Uint16Array.from(places, ({ name }) => {
      const folded = words(name).map((word) => termsOf(word)[0] ?? word)
      return telling(folded).reduce((sum, { length }) => sum + length, 0)
    })
    this.#vocabulary = new Vocabulary(termsOf.answers())
  }

  /** Places that have all the words: as written, else mistyped, else joined or cut up. */
  find(list: readonly string[], wanted: Wanted): Found[] {
    const exact = this.#all(list, wanted, false)
    if (exact.length > 0 || telling(list).length > MOST_WORDS) return exact
    const mistyped = this.#all(list, wanted, true)
    if (mistyped.length > 0) return mistyped
    const corrected = this.#corrected(list, wanted)
    if (corrected.length > 0) return corrected
    for (let i = 1; i < list.length; i++) {
      const joined = [...list.slice(0, i - 1), `${list[i - 1]}${list[i]}`, ...list.slice(i + 1)]
      const found = this.#all(joined, wanted, true)
      if (found.length > 0) return found
    }
    return []
  }

  /** Places that have all the words as written. */
  findExactly(list: readonly string[], wanted: Wanted): Found[] {
    return this.#all(list, wanted, false)
  }

  /** Places that have most of the words. */
  findSome(list: readonly string[], wanted: Wanted): Found[] {
    const needed = telling(list).filter((word) => !isNumber(word) && word.length > 1)
    const queries = needed.map((word, i) => spelled(word, needed.length <= MOST_WORDS, wanted.isOpen && i === needed.length - 1))
    return this.#run({ combineWith: 'OR', queries }, needed, list, wanted).filter(({ text }) => text >= ENOUGH)
  }

  #all(list: readonly string[], wanted: Wanted, mayBeMistyped: boolean): Found[] {
    const needed = telling(list)
    if (needed.length === 0) return []
    const last = list.at(-1)
    const queries = needed.map((word) => spelled(word, mayBeMistyped, wanted.isOpen && word === last))
    return this.#run({ combineWith: 'AND', queries }, needed, list, wanted)
  }

  /** Each word replaced by those of the region that it may be a typing error of. */
  #corrected(list: readonly string[], wanted: Wanted): Found[] {
    const needed = telling(list)
    const last = list.at(-1)
    const queries: Query[] = []
    for (const word of needed) {
      const isOpen = wanted.isOpen && word === last
      const meant = isNumber(word) ? [word] : this.#vocabulary.meant(word, isOpen)
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
    const likenesses = new Map<string, number>()
    return results.slice(0, MOST_RESULTS).flatMap((result) => {
      const place = this.#places[result.id]
      if (!place) return []
      const text = this.#fit(result, needed, likenesses) * phraseBonus(list, place)
      return [{ index: result.id as number, place, text, score: text * (weights.get(result.id) ?? 0) }]
    })
  }

  /** How well a result fits: each word by where and how exactly it was found, and how much of the name was said. */
  #fit({ id, match }: SearchResult, needed: readonly string[], likenesses: Map<string, number>): number {
    let total = 0
    let sum = 0
    let said = 0
    for (const word of needed) {
      let best = 0
      let letters = 0
      for (const term in match) {
        const likeness = memoized(likenesses, word, term)
        if (likeness === 0) continue
        for (const field of match[term] as Field[]) {
          const fit = likeness * FIELD_WEIGHT[field]
          if (fit < best) continue
          best = fit
          letters = lettersSaid(field, likeness, word, term)
        }
      }
      const weight = Math.min(8, word.length)
      total += weight
      sum += weight * best
      said += letters
    }
    const share = Math.min(1, said / Math.max(1, this.#letters[id] ?? 1))
    return (sum / total) * (0.55 + 0.45 * share)
  }
}

/** Of a name's letters those that a word says. Who says what kind of place it is has said all. */
function lettersSaid(field: Field, likeness: number, word: string, term: string): number {
  if (field === 'kind') return likeness === 1 ? Infinity : word.length / 2
  if (field !== 'name') return 0
  // What is still to be typed is half said.
  return term.startsWith(word) ? (word.length + term.length) / 2 : Math.min(term.length, word.length)
}

function memoized(likenesses: Map<string, number>, word: string, term: string): number {
  const key = `${word} ${term}`
  const known = likenesses.get(key)
  if (known !== undefined) return known
  const found = Math.max(...spellings(word).map((spelling) => likeness(spelling, term)))
  likenesses.set(key, found)
  return found
}

/** A name that begins with all that was typed is meant; "Im" and "In der" have to stand where they do in the name. */
function phraseBonus(list: readonly string[], { name }: Place): number {
  const hasFiller = list.some(isFiller)
  if (!hasFiller && list.length < 2) return 1
  const own = words(name).map(fold)
  if (own.join(' ').startsWith(list.join(' '))) return hasFiller ? 1.6 : 1.15
  if (own.join('') === list.join('')) return 1.6
  return list.filter(isFiller).every((word) => own.includes(word)) ? 1 : 0.5
}

/** How much a term of the index is what was typed: 1 the same, less for a beginning, least for a typing error. */
function likeness(typed: string, term: string): number {
  if (typed === term) return 1
  if (term.startsWith(typed)) return 0.78 + (0.18 * typed.length) / term.length
  if (typed.length < 4 || Math.abs(typed.length - term.length) > typed.length / 3) {
    return typed.length >= 4 && typed.length < term.length ? mistyped(typed, term, true) - 0.1 : 0
  }
  return mistyped(typed, term, false)
}

function mistyped(typed: string, term: string, isOpen: boolean): number {
  const errors = typingErrors(typed, term, isOpen)
  return errors <= 3 && errors <= typed.length / 3 + 0.5 ? 0.86 - 0.12 * errors : 0
}

/** A word in all its spellings; only the one that was typed may be unfinished or mistyped. */
function spelled(word: string, mayBeMistyped: boolean, isOpen: boolean): Query {
  const length = isNumber(word) ? 0 : word.length
  const fuzzy = mayBeMistyped && length >= 4 ? (length < 8 ? 1 : 2) : false
  const [, ...others] = spellings(word)
  return {
    combineWith: 'OR',
    queries: [
      { queries: [word], prefix: isOpen || length >= 4, fuzzy },
      { queries: others, prefix: false, fuzzy: false },
    ],
  }
}

/** A function that remembers what it answered. */
function remembered<Answer>(answer: (text: string) => Answer): { (text: string): Answer; answers(): Iterable<Answer> } {
  const known = new Map<string, Answer>()
  const remember = (text: string): Answer => {
    const found = known.get(text) ?? answer(text)
    known.set(text, found)
    return found
  }
  return Object.assign(remember, { answers: () => known.values() })
}

/** Both ways to write an umlaut, and the parts of a street's name: "Bahnhofstraße" is also "Bahnhof Strasse". */
function indexTerms(term: string): string[] {
  const folded = fold(term)
  const terms = new Set([folded, strip(term)])
  for (const each of [...terms]) {
    const [, stem, ending] = STREET_ENDING.exec(each) ?? []
    if (stem && ending) terms.add(stem).add(ending)
    if (ending === 'gass') terms.add(`${stem}gasse`)
  }
  // The Arabic article: "المطار" is also "مطار".
  if (folded.startsWith('ال') && folded.length > 4) terms.add(folded.slice(2))
  return [...terms]
}

function toDocument(place: Place, id: number, { areas, region }: PlacesFile): Document {
  const { name, names, alt, area, kind, postcode, around, street } = place
  const isLocality = kind === 'locality'
  const ofHouses = (place.houses ?? []).flatMap((group) => [group.postcode, group.city])
  const town = [area, ...Object.values(Object.hasOwn(areas, area) ? areas[area] ?? {} : {}), isLocality ? region : postcode]
  return {
    id,
    name,
    other: join([...Object.values(names ?? {}), alt, compound(name), isLocality && postcode]),
    kind: isLocality || kind === 'street' ? '' : join([KIND_WORDS.get(kind), kind.replaceAll('_', ' ')]),
    area: join([...town, around, street, ...new Set(ofHouses)]),
  }
}

function join(texts: (string | undefined | false)[]): string {
  return texts.filter(Boolean).join(' ')
}

/** "Schaaner Strasse" is also typed "Schaanerstrasse", "Pfälzer Hütte" "Pfälzerhütte". */
function compound(name: string): string {
  const [last = '', before = ''] = words(name).reverse()
  return before.length > 2 && last.length > 2 ? before + last : ''
}
