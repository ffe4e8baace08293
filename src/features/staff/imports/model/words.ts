import { type ImportKind, importChoices, importFields, WHOLE_NAME } from './fields'

/** Names of columns and words of cells in all languages that the firm offers: texts of the namespace `imports`. */
export interface ImportWords {
  /** Possible names of each field's column, in the form of `folded`. */
  names: Readonly<Record<string, readonly string[]>>
  /** For each field with a choice (and `flag`): the stored value of each word, in the form of `folded`. */
  choices: Readonly<Record<string, Readonly<Record<string, string>>>>
  /** The offered languages, by their tags and by their names in each of them, in the form of `folded`. */
  languages: ReadonlyMap<string, string>
}

/** A text as it is compared: without case, accents, punctuation and spaces, so that "E-Mail" and "email" are equal. */
export const folded = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(/[\p{M}\u0640]/gu, '')
    .toLowerCase()
    .replace(/ß/g, 'ss')
    .replace(/[أإآ]/g, 'ا')
    .replace(/[^\p{L}\p{N}]+/gu, '')

type Texts = Record<string, unknown>

const within = (texts: Texts, ...path: string[]): unknown =>
  path.reduce<unknown>((part, key) => (part as Texts | undefined)?.[key], texts)

const wordsOf = (text: unknown): string[] =>
  typeof text === 'string' ? text.split('|').map(folded).filter(Boolean) : []

interface Language {
  locale: string
  name: string
}

/** Returns the names of a language: its tag, its own name, and what each offered language calls it. */
const namesOf = ({ locale, name }: Language, offered: readonly Language[]): string[] => [
  locale,
  name,
  ...offered.map((one) => new Intl.DisplayNames([one.locale], { type: 'language' }).of(locale) ?? locale)
]

/**
 * Reads a cell that names a language: "Deutsch", "German", "DE", "de_CH". A tag without a language of its own stands for the
 * nearest one that is offered.
 *
 * @returns the tag as the database writes it, such as pt-BR; null if the cell names no language
 */
export function readLanguage(text: string, { languages }: ImportWords): string | null {
  const named = languages.get(folded(text))
  if (named) return named
  try {
    const [tag = null] = Intl.getCanonicalLocales(text.trim().replaceAll('_', '-'))
    for (let part = tag; part; part = part.includes('-') ? part.slice(0, part.lastIndexOf('-')) : null) {
      const found = languages.get(folded(part))
      if (found) return found
    }
    return tag
  } catch {
    return null
  }
}

/** Collects the words of several languages. `languages` are the texts of the namespace in each. */
export function wordsIn(languages: readonly Texts[], offered: readonly Language[]): ImportWords {
  const fields = [
    ...new Set([WHOLE_NAME, ...Object.values(importFields).flatMap((list) => list.map(({ name }) => name))])
  ]
  const names = Object.fromEntries(
    fields.map((name) => [
      name,
      [
        ...new Set([
          folded(name),
          ...languages.flatMap((texts) => [
            ...wordsOf(within(texts, 'column', name)),
            ...wordsOf(within(texts, 'also', name))
          ])
        ])
      ]
    ])
  )
  const choices = Object.fromEntries(
    Object.entries(importChoices).map(([field, values]) => [
      field,
      Object.fromEntries(
        values.flatMap((value) =>
          [folded(value), ...languages.flatMap((texts) => wordsOf(within(texts, 'choice', field, value)))].map(
            (word) => [word, value]
          )
        )
      )
    ])
  )
  const offeredNames = offered.flatMap((one) =>
    namesOf(one, offered).map((name) => [folded(name), one.locale] as const)
  )
  // A tag counts more than a name, and the first language more than the next.
  const tags = offered.map(({ locale }) => [folded(locale), locale] as const)
  return { names, choices, languages: new Map([...offeredNames.toReversed(), ...tags]) }
}

/** The column of each field, by its index. */
export type Columns = Readonly<Record<string, number>>

/** Returns the fields of a kind that a file may have, with the column of whole names. */
export const fieldNames = (kind: ImportKind): string[] => {
  const names = importFields[kind].map(({ name }) => name)
  return names.includes('last_name') ? [WHOLE_NAME, ...names] : names
}

/**
 * Finds the row of the columns' names among the first rows, and the column of each field. A name that is equal counts before one
 * that contains it ("Mobile" before "Mobile of the partner"). Returns `head` -1 if no row names two fields.
 */
export function findColumns(
  rows: readonly (readonly string[])[],
  kind: ImportKind,
  words: ImportWords
): { head: number; columns: Columns } {
  const fields = fieldNames(kind)
  const found = rows.slice(0, 10).map((row, head) => {
    const heads = row.map(folded)
    const columns: Record<string, number> = {}
    const taken = new Set<number>()
    for (const fits of [
      (text: string, name: string) => text === name,
      (text: string, name: string) => name.length >= 4 && text.includes(name)
    ]) {
      for (const field of fields) {
        if (field in columns) continue
        const column = heads.findIndex(
          (text, index) =>
            !taken.has(index) && text !== '' && (words.names[field] ?? []).some((name) => fits(text, name))
        )
        if (column < 0) continue
        columns[field] = column
        taken.add(column)
      }
    }
    // A column of first names beside one of last names needs no whole name.
    if ('first_name' in columns && 'last_name' in columns) delete columns[WHOLE_NAME]
    return { head, columns, count: Object.keys(columns).length }
  })
  const best = found.reduce((one, next) => (next.count > one.count ? next : one), { head: -1, columns: {}, count: 0 })
  return best.count >= Math.min(2, fields.length) ? best : { head: -1, columns: {} }
}
