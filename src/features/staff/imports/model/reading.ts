import { type DayOrder, orderOf, pointOf } from '@/components/data-table/import/cells'
import { factsOf } from './facts'
import { type ImportKind, importFields, WHOLE_NAME } from './fields'
import type { Table } from './read-file'
import { type Columns, findColumns, type ImportWords } from './words'

/** How a file is read: where its columns are, and how it writes days and numbers. */
export interface Reading {
  /** Index of the row with the columns' names; -1 without one. */
  head: number
  columns: Columns
  order: DayOrder
  isOrderSure: boolean
  point: '.' | ','
}

const valuesOf = (table: Table, head: number, kind: ImportKind, columns: Columns, of: readonly string[]): string[] =>
  importFields[kind]
    .filter(({ readAs }) => of.includes(readAs))
    .flatMap(({ name }) => {
      const column = columns[name]
      return column === undefined
        ? []
        : table.rows
            .slice(head + 1)
            .map((row) => row[column] ?? '')
            .filter(Boolean)
    })

/** Returns how a file is read whose columns are known. */
export function readingOf(table: Table, kind: ImportKind, found: { head: number; columns: Columns }): Reading {
  const values = (...of: string[]) => valuesOf(table, found.head, kind, found.columns, of)
  return { ...found, ...orderOf(values('day')), point: pointOf(values('number')) }
}

/** Guesses from the names of the columns how a file is read. */
export const guessReading = (table: Table, kind: ImportKind, words: ImportWords): Reading =>
  readingOf(table, kind, findColumns(table.rows, kind, words))

/** Returns the needed fields that have no column. A person may have one column for the whole name. */
export const missingFields = (kind: ImportKind, columns: Columns): string[] =>
  importFields[kind]
    .filter(({ name, isNeeded }) => isNeeded && !(name in columns))
    .map(({ name }) => name)
    .filter((name) => !(WHOLE_NAME in columns && (name === 'first_name' || name === 'last_name')))

/** Reads all rows below the head; rows without a value in any column are left out. */
export const readRows = (
  table: Table,
  kind: ImportKind,
  reading: Reading,
  words: ImportWords,
  phone: (text: string) => string | null
) =>
  table.rows.slice(reading.head + 1).flatMap((row, place) => {
    const facts = factsOf(row, kind, reading.columns, { ...reading, words, phone })
    return Object.keys(facts).length === 0 ? [] : [{ nr: reading.head + place + 2, facts }]
  })
