import MiniSearch, { type AsPlainObject, type Options } from 'minisearch'
import { KIND_WORDS } from './kinds.ts'
import type { Place, PlacesFile } from './file.ts'
import { fold, strip, words } from './text.ts'

/**
 * The indexed fields of a place: its name, the parts of a compound name ("Bahnhof" of "Bahnhofstrasse"), other names, words for
 * its kind, and its address (`area`).
 */
export type Field = 'name' | 'part' | 'other' | 'kind' | 'area'

type Unindexed = Omit<PlacesFile, 'index'>

interface Document extends Record<Field, string> {
  id: number
}

const FIELDS: Field[] = ['name', 'part', 'other', 'kind', 'area']
const STREET_ENDING = /^(.{3,})(strasse|gasse|gass|platz|weg|street|gatan|straat)$/

/**
 * Builds the search index of the words of all places. The importer stores it in `places.json`, because loading an index takes a
 * fraction of the time of building it.
 */
export function indexWords(file: Unindexed): AsPlainObject {
  // Cache the terms of each word, since the same words and towns recur.
  const termsOf = remembered(indexTerms)
  const partsOf = remembered(compoundParts)
  const search = new MiniSearch<Document>({
    ...options(),
    tokenize: remembered(words),
    processTerm: (term, field) => (field === 'part' ? partsOf(term) : termsOf(term)),
  })
  search.addAll(file.places.map((place, id) => toDocument(place, id, file)))
  return search.toJSON()
}

/**
 * Returns the search index of a file and all indexed words. Builds the index if the file has none, or one of another MiniSearch
 * version.
 */
export function loadWords(file: PlacesFile): { search: MiniSearch; terms: string[] } {
  let index = file.index
  if (index?.serializationVersion !== SERIALIZATION) index = indexWords(file)
  return { search: MiniSearch.loadJS(index, options()), terms: index.index.map(([term]) => term) }
}

/** Version of the index format of the installed MiniSearch. */
const SERIALIZATION = new MiniSearch(options()).toJSON().serializationVersion

function options(): Options {
  return {
    fields: FIELDS,
    searchOptions: {
      boost: { name: 3, part: 2, other: 2, kind: 2 },
      weights: { fuzzy: 0.35, prefix: 0.6 },
      tokenize: (text) => [text],
      processTerm: (term) => term,
    },
  }
}

/** Returns a memoized version of a function. */
export function remembered<Answer>(answer: (text: string) => Answer): (text: string) => Answer {
  const known = new Map<string, Answer>()
  return (text) => {
    const found = known.get(text) ?? answer(text)
    known.set(text, found)
    return found
  }
}

/**
 * Returns the indexed forms of a word: both spellings of an umlaut, and without the Arabic article ("المطار" is also "مطار").
 */
function indexTerms(term: string): string[] {
  const folded = fold(term)
  const terms = new Set([folded, strip(term)])
  if (folded.endsWith('gass')) terms.add(`${folded}e`)
  if (folded.startsWith('ال') && folded.length > 4) terms.add(folded.slice(2))
  return [...terms]
}

/** Returns the two parts of a compound street name, because "Bahnhofstraße" is also typed "Bahnhof Strasse". */
function compoundParts(term: string): string[] {
  const parts = [fold(term), strip(term)].flatMap((each) => STREET_ENDING.exec(each)?.slice(1) ?? [])
  return [...new Set(parts)]
}

function toDocument(place: Place, id: number, { areas, region }: Unindexed): Document {
  const { name, names, alt, area, kind, postcode, around, street } = place
  const isLocality = kind === 'locality'
  const ofHouses = (place.houses ?? []).flatMap((group) => [group.postcode, group.city])
  const town = [
    area,
    ...Object.values(Object.hasOwn(areas, area) ? areas[area] ?? {} : {}),
    isLocality ? region : postcode,
  ]
  return {
    id,
    name,
    part: join([name, ...Object.values(names ?? {})]),
    other: join([...Object.values(names ?? {}), alt, compound(name), isLocality && postcode]),
    kind: isLocality || kind === 'street' ? '' : join([KIND_WORDS.get(kind), kind.replaceAll('_', ' ')]),
    area: join([...town, around, street, ...new Set(ofHouses)]),
  }
}

function join(texts: (string | undefined | false)[]): string {
  return texts.filter(Boolean).join(' ')
}

/**
 * Joins the last two words of a name, because "Schaaner Strasse" is also typed "Schaanerstrasse". Empty if one is too short.
 */
function compound(name: string): string {
  const [last = '', before = ''] = words(name).reverse()
  return before.length > 2 && last.length > 2 ? before + last : ''
}
