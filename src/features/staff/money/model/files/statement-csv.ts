import { readDay, readFigure } from '@/components/data-table/import/cells'
import { FileProblem } from '@/components/data-table/import/problem'
import { exactSum } from '@/lib/typing/decimal'
import { cellOf, guessMapping, type Mapping } from './columns'
import { distinct, filled, nameless, ourReference, type Statement, type StatementLine } from './statement'

/** The fields that a bank's CSV can have. */
export const STATEMENT_FIELDS = [
  'day',
  'amount',
  'credit',
  'debit',
  'currency',
  'reference',
  'name',
  'note',
  'balance'
] as const
export type StatementField = (typeof STATEMENT_FIELDS)[number]

/** Column names of banks in several countries, compared without diacritics and punctuation. */
const names: Record<StatementField, readonly RegExp[]> = {
  day: [
    /^(booking|book(ed)?|posting|entry) ?date$/,
    /^(buchungsdatum|buchungstag|buchung)$/,
    /^(date de comptabilisation|data contabile|fecha)$/,
    /^(transaction )?date$/,
    /^datum$/,
    /valuta|value date/,
    /\bdate\b|datum/
  ],
  credit: [/^(credit|gutschrift|haben|avoir|money in|paid in|accredito)\b/],
  debit: [/^(debit|belastung|lastschrift|soll|money out|paid out|addebito)\b/],
  amount: [/^(amount|betrag|montant|importe?|umsatz|value)\b/, /amount|betrag/],
  currency: [/^(currency|wahrung|whrg|devise|ccy|moneda|valuta)$/],
  reference: [
    /^(bank ?reference|account servicer reference|transaktions? ?(nr|nummer|id)|transaction (id|no|number|reference)|referenz(nummer)?|reference|ref|zkb referenz|id)$/
  ],
  balance: [/^(balance|saldo|solde|kontostand|running balance)\b/],
  name: [
    /^(name|counterparty|payee|payer|empfanger|auftraggeber|beguenstigter|begunstigter|partner ?name|gegenpartei|zahlungspflichtiger)\b/,
    /empfanger|auftraggeber|counterparty|beneficiary/
  ],
  note: [
    /^(description|text|buchungstext|verwendungszweck|details?|mitteilung|avisierungstext|libelle|narrative|memo|purpose|zahlungszweck)\b/,
    /text|zweck|description|details/
  ]
}

export const guessStatement = (rows: readonly (readonly string[])[]): Mapping<StatementField> =>
  guessMapping(rows, names, { days: ['day'], figures: ['amount', 'credit', 'debit', 'balance'] })

/** Whether enough columns are mapped to read lines. */
export const isStatementMapped = ({ columns }: Mapping<StatementField>): boolean =>
  columns.day !== undefined &&
  (columns.amount !== undefined || columns.credit !== undefined || columns.debit !== undefined)

/** Reads a line's amount: from one column with signs, or from the columns for credit and debit. */
function amountOf(row: readonly string[], mapping: Mapping<StatementField>): number | null {
  const cell = cellOf(mapping)
  const read = (field: StatementField) => readFigure(cell(row, field), mapping.point)
  if (mapping.columns.amount !== undefined && cell(row, 'amount') !== '') return read('amount')
  const credit = read('credit')
  const debit = read('debit')
  if (credit === null && debit === null) return null
  return exactSum([Math.abs(credit ?? 0), -Math.abs(debit ?? 0)])
}

/** The balance after the last line of the last day. The lines may be in either order of time. */
function closingOf(lines: readonly { day: string; balance: number | null; amount: number }[]): Statement['closing'] {
  const known = lines.filter((line) => line.balance !== null)
  const [first] = known
  const last = known.at(-1)
  if (!first || !last) return null
  const { day, balance } = first.day > last.day ? first : last
  // If all lines are of one day, the balances show which line came last.
  const second = known[1]
  const isBack = first.day === last.day && second && exactSum([second.balance ?? 0, first.amount]) === first.balance
  return isBack ? { day, balance: first.balance ?? 0 } : { day, balance: balance ?? 0 }
}

/**
 * Reads a bank's CSV. Rows without a date or an amount, such as totals, are skipped.
 *
 * @param currency the operator's currency, used if the file has none
 * @throws FileProblem `no_columns`, `no_lines`
 */
export function readStatementCsv(
  rows: readonly (readonly string[])[],
  mapping: Mapping<StatementField>,
  currency: string
): Statement {
  if (!isStatementMapped(mapping)) throw new FileProblem('no_columns')
  const cell = cellOf(mapping)
  const read = rows.slice(mapping.head + 1).flatMap((row) => {
    const day = readDay(cell(row, 'day'), mapping.order)
    const amount = amountOf(row, mapping)
    return day && amount ? [{ row, day, amount, balance: readFigure(cell(row, 'balance'), mapping.point) }] : []
  })
  if (read.length === 0) throw new FileProblem('no_lines')
  const lines = read.map(({ row, day, amount }): StatementLine => {
    const [name, note, reference] = [cell(row, 'name'), cell(row, 'note'), cell(row, 'reference')]
    const code = cell(row, 'currency').toUpperCase()
    return {
      reference: (reference || nameless([day, amount, name, note, cell(row, 'balance')])).slice(0, 180),
      booked_on: day,
      amount,
      currency: /^[A-Z]{3}$/.test(code) ? code : currency,
      ...filled({ end_to_end_id: ourReference(reference, note, name), name, note })
    }
  })
  const closing = closingOf(read)
  return { account: null, lines: distinct(lines), closing, pending: 0, adds_up: null }
}
