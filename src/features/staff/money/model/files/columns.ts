import { type DayOrder, orderOf, pointOf } from '@/components/data-table/import/cells'

/** How to read a table: which column holds which field, and how dates and numbers are written. */
export interface Mapping<Field extends string> {
  /** Index of the row with the column names. */
  head: number
  /** The index of the column that holds a field; a field without a column is missing. */
  columns: Partial<Record<Field, number>>
  order: DayOrder
  /** Whether `order` is certain: a date of the file, such as 13.02., proves it, or the file has no date in such a form. */
  isOrderSure: boolean
  /** The decimal separator. */
  point: '.' | ','
}

const plain = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()

const LOOKS_AT = 30

/**
 * Finds the columns by their names, and the formats of dates and numbers by the values.
 *
 * @param names patterns of the possible column names of each field, beginning with the most common name
 * @param kinds the fields that contain dates (`days`) and those that contain numbers (`figures`)
 */
export function guessMapping<Field extends string>(
  rows: readonly (readonly string[])[],
  names: Readonly<Record<Field, readonly RegExp[]>>,
  kinds: { days: readonly Field[]; figures: readonly Field[] }
): Mapping<Field> {
  const fields = Object.keys(names) as Field[]
  const found = rows.slice(0, LOOKS_AT).map((row, head) => {
    const heads = row.map(plain)
    const columns: Partial<Record<Field, number>> = {}
    const taken = new Set<number>()
    for (const field of fields) {
      for (const name of names[field]) {
        const column = heads.findIndex((text, index) => !taken.has(index) && name.test(text))
        if (column < 0) continue
        columns[field] = column
        taken.add(column)
        break
      }
    }
    return { head, columns, count: taken.size }
  })
  const best = found.reduce((one, next) => (next.count > one.count ? next : one), { head: 0, columns: {}, count: 0 })
  const below = rows.slice(best.head + 1, best.head + 2000)
  const valuesOf = (of: readonly Field[]) =>
    of.flatMap((field) => {
      const column = (best.columns as Partial<Record<Field, number>>)[field]
      return column === undefined ? [] : below.map((row) => row[column] ?? '').filter(Boolean)
    })
  return {
    head: best.head,
    columns: best.columns,
    ...orderOf(valuesOf(kinds.days)),
    point: pointOf(valuesOf(kinds.figures))
  }
}

/** Reads a field of a row; '' if the file has no such column. */
export const cellOf =
  <Field extends string>({ columns }: Mapping<Field>) =>
  (row: readonly string[], field: Field): string => {
    const column = columns[field]
    return column === undefined ? '' : (row[column] ?? '').trim()
  }
