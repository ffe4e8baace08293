import type { LatLng, Place } from '@/lib/geo/geo'
import { readRequested } from './asked/read'
import { plain } from './match'
import type { Suggestion } from './model'
import type { SavedPlace } from './queries'

/** How people name these two places, whatever the language of the page. */
const SPOKEN: Record<string, string> = {
  home: 'home house casa lar maison domicile zuhause daheim heim hause wohnung thuis hjem hem koti dom domů domov doma дом домой домой додому дім σπίτι ev бет בית منزل المنزل بيت البيت خانه घर 家 回家 自宅 집 บ้าน nhà rumah',
  work: 'work office job arbeit arbeitsplatz büro buro travail bureau lavoro ufficio trabajo oficina trabalho escritório werk kantoor arbete jobb arbejde kontor työ praca biuro práce kancelář munka робота работа офис δουλειά γραφείο iş ofis עבודה משרד عمل العمل مكتب المكتب کار दफ़्तर काम 公司 办公室 会社 職場 회사 직장 ที่ทำงาน công kantor kerja'
}

/** Whether a word of the text begins with the typed text. */
const begins = (text: string, typed: string): boolean =>
  plain(text)
    .split(/[^\p{L}\p{N}]+/u)
    .some((_, index, words) => words.slice(index).join(' ').startsWith(typed))

/**
 * The places that the person has named and may mean by the typed text: by their name, by what home and work are called in any
 * language, or by their address. Places of earlier trips have no name; the search finds them.
 *
 * @param nameOf a place's name in the page's language
 */
export function savedFor<Saved extends SavedPlace>(
  saved: readonly Saved[],
  text: string,
  nameOf: (label: string) => string
): Saved[] {
  const typed = plain(text.trim().replace(/\s+/g, ' '))
  if (!typed) return []
  return saved.filter(({ label, place }) => {
    if (label === null) return false
    return [label, nameOf(label), SPOKEN[label.toLowerCase()] ?? '', place.add].some((name) => begins(name, typed))
  })
}

/** The point that a typed text names as a link does ("47.141, 9.521"); null if it names none. */
export function pointOf(text: string): { at: LatLng; label: string } | null {
  const asked = readRequested(text)
  return asked && 'at' in asked ? asked : null
}

/** The typed house number if a suggestion is only its street; null if there is none, or if it is in the suggestion's text. */
export function missingNumber({ kind, description }: Suggestion, text: string): string | null {
  if (kind !== 'street') return null
  const known = plain(description)
  const numbers =
    text.match(/(?<![\p{L}\p{N}])\p{Nd}{1,5}(?:\s?\p{L}(?!\p{L}))?(?:[-/]\p{Nd}+)?(?![\p{L}\p{N}])/gu) ?? []
  return numbers.find((number) => !known.includes(plain(number))) ?? null
}

/**
 * Returns the place of a street with the house number that the map lacks, so that the driver reads it: in front of the street if
 * it was typed there, otherwise after it.
 *
 * @param number the number with the words that it is not on the map
 * @example withNumber(place, '99 (not on the map)', 'landstrasse 99').add // 'Landstrasse 99 (not on the map), Schaan'
 */
export function withNumber(place: Place, number: string, text: string): Place {
  const put = (address: string) =>
    /^\s*\p{Nd}/u.test(text)
      ? `${number} ${address}`
      : address.replace(/^[^,،、，]*/u, (street) => `${street.trim()} ${number}`)
  return { ...place, add: put(place.add), ...(place.local && { local: put(place.local) }) }
}
