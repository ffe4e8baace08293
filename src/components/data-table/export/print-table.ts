import { type PrintedRow, printReport } from '@/components/print/print-report'
import { dateFormat, formatNumber } from '@/lib/format/format'
import { writtenDay } from '@/lib/time/days'
import { serverNow } from '@/lib/time/server-clock'
import { exactSum } from '@/lib/typing/decimal'
import { isNumeric } from '../grid-cell'
import type { Column, PrintOptions, TableHost } from '../types'

/** Maximum number of rows for printing: more are unreadable on paper, so the person exports a file instead. */
export const MOST_PRINTED = 5000

interface TablePrint<Row> {
  label: string
  columns: readonly Column<Row>[]
  options: PrintOptions<Row>
  host: TableHost
  pages: AsyncIterable<readonly Row[]>
  /** The active filters as text: label and value. */
  facts: readonly (readonly [string, string])[]
  words: { sum: string; made: string; currency: string }
  onProgress: (rows: number) => void
  signal: AbortSignal
}

/**
 * Prints all rows of a table with the sums of some columns (`options.sums`), for a bookkeeper.
 *
 * @returns the number of rows; null if there are too many to print
 * @throws AppError of the source; AbortError if it was stopped
 */
export async function printTable<Row>(table: TablePrint<Row>): Promise<number | null> {
  const { pages, onProgress, signal, host, words, options, columns } = table
  const all: Row[] = []
  for await (const rows of pages) {
    signal.throwIfAborted()
    all.push(...rows)
    onProgress(all.length)
    if (all.length > MOST_PRINTED) return null
  }
  const { paper } = host
  printReport({
    title: table.label,
    letterhead: paper.company,
    logo: paper.logo,
    facts: [
      ...table.facts,
      [words.currency, paper.currency],
      [words.made, [madeAt(host), paper.person].filter(Boolean).join(' · ')]
    ],
    columns: columns.map((column) => ({
      label: column.label,
      account: options.accounts?.[column.id],
      isFigure: isNumeric(column)
    })),
    rows: printedRows(all, table),
    isWide: columns.length > 6
  })
  return all.length
}

/** The current time as text, with the year, because prints are archived. */
const madeAt = ({ locale, timeZone }: TableHost): string =>
  dateFormat(locale, { dateStyle: 'long', timeStyle: 'short', timeZone }).format(serverNow())

/** Returns the printed lines: each group's name, rows and sums (without groups, only the rows), then the sums of all rows. */
export function printedRows<Row>(
  rows: readonly Row[],
  { columns, options, host, words }: Pick<TablePrint<Row>, 'columns' | 'options' | 'host' | 'words'>
): PrintedRow[] {
  const line = (row: Row): PrintedRow => ({ kind: 'row', cells: columns.map((column) => written(column, row, host)) })
  const sum = (label: string, of: readonly Row[]): PrintedRow => ({
    kind: 'sum',
    cells: columns.map((column, at) => {
      if (at === 0) return label
      return options.sums.includes(column.id) ? figure(column, sumOf(column, of), host) : ''
    })
  })
  const { groupOf } = options
  if (!groupOf) return [...rows.map(line), sum(words.sum, rows)]
  const groups = new Map<string, Row[]>()
  for (const row of rows) {
    const name = groupOf(row)
    const own = groups.get(name)
    if (own) own.push(row)
    else groups.set(name, [row])
  }
  return [
    ...[...groups].flatMap(([name, own]) => [
      { kind: 'group' as const, cells: columns.map((_, at) => (at === 0 ? name : '')) },
      ...own.map(line),
      sum(`${words.sum} ${name}`, own)
    ]),
    sum(words.sum, rows)
  ]
}

/** Returns the sum of a column, without rounding errors. */
const sumOf = <Row>(column: Column<Row>, rows: readonly Row[]): number =>
  exactSum(rows.map(column.value).filter((value) => typeof value === 'number'))

/** A number as text. Money has no currency symbol: the currency is printed at the top of the page. */
function figure<Row>({ kind }: Column<Row>, value: number, { locale, paper }: TableHost): string {
  const digits = kind === 'money' ? { minimumFractionDigits: paper.decimals, maximumFractionDigits: 4 } : {}
  return formatNumber(value, locale, digits)
}

function written<Row>(column: Column<Row>, row: Row, host: TableHost): string {
  const value = column.value(row)
  if (value === null || value === undefined || value === '') return '–'
  if (typeof value === 'number') return figure(column, value, host)
  if (column.kind === 'moment') return host.dateTime(String(value))
  if (column.kind === 'day') return writtenDay(String(value), host.locale)
  return String(value)
}
