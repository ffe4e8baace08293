import { readDay, readFigure } from '@/components/data-table/import/cells'
import { FileProblem } from '@/components/data-table/import/problem'
import { exactSum } from '@/lib/typing/decimal'
import { cellOf, guessMapping, type Mapping } from './columns'
import { distinct, nameless } from './statement'

/** The fields that a provider's report can have. */
export const REPORT_FIELDS = [
  'at',
  'kind',
  'gross',
  'fee',
  'net',
  'currency',
  'charge',
  'payment',
  'line',
  'status'
] as const
export type ReportField = (typeof REPORT_FIELDS)[number]

export type ReportKind = 'charge' | 'refund' | 'chargeback' | 'chargeback_won' | 'fee' | 'payout' | 'adjustment'

/** A line in the form that `record_provider_report` expects. */
export interface ReportLine {
  line_ref: string
  kind: ReportKind
  charge_ref: string | null
  gross: number
  fee: number
  currency: string
  /** The time of the line (ISO time). */
  at: string
}

export interface Preset {
  /** Patterns of the provider's column names, by field. */
  names: Record<ReportField, readonly RegExp[]>
  /** Gives the kind of a line from the provider's word for it; null skips the line. */
  kindOf: (word: string, gross: number) => ReportKind | null
  /** Matches the state of completed lines; lines in other states are skipped. */
  done?: RegExp
}

/** Gives the kind of a line from words that most providers use. */
function commonKind(word: string, gross: number): ReportKind {
  const text = word.toLowerCase()
  if (/(chargeback|dispute).*(won|revers)|(won|revers).*(chargeback|dispute)/.test(text)) return 'chargeback_won'
  if (/chargeback|dispute/.test(text)) return gross > 0 ? 'chargeback_won' : 'chargeback'
  if (/refund|rückerst|rueckerst|reembolso|devoluci|estorno/.test(text)) return 'refund'
  if (/payout|pay-out|settlement|withdraw|transfer|auszahlung|abono|deposit|retiro/.test(text)) return 'payout'
  if (/\bfees?\b|gebühr|gebuehr|commission|comisi/.test(text)) return 'fee'
  if (/charge|payment|sale|capture|order|zahlung|kauf|pago|cobro|venta|collect/.test(text))
    return gross < 0 ? 'refund' : 'charge'
  if (text === '') return gross < 0 ? 'refund' : 'charge'
  return 'adjustment'
}

const generic: Preset = {
  names: {
    line: [/^(line|row|entry|balance transaction|settlement|ledger) ?(id|ref|reference|no)$/, /^id$/],
    payment: [
      /^(metadata |our |merchant |external |custom )?(payment|order|reference|invoice) ?(id|ref|reference|number|no)$/,
      /^(order|merchant|external|client) ?(id|ref|reference)?$/
    ],
    charge: [
      /^(charge|payment|transaction|operation|capture|txn|utr) ?(id|ref|reference|number|no)$/,
      /transaction|charge/
    ],
    kind: [/^(type|kind|transaction type|entry type|category|description|typ|tipo)$/],
    gross: [/^(gross|amount|gross amount|transaction amount|betrag|brutto|monto|importe|value)\b/],
    fee: [/^(fees?|fee amount|charges|gebuhr(en)?|commission|comision)\b/],
    net: [/^(net|net amount|netto|settled amount|neto)\b/],
    currency: [/^(currency|wahrung|ccy|moneda)$/, /currency/],
    at: [
      /^(created|date|time|datetime|transaction date|created at|datum|fecha|processed at|paid at)\b/,
      /date|created/
    ],
    status: [/^(status|state|estado)$/]
  },
  kindOf: commonKind,
  done: /^(|succeeded|success(ful)?|completed?|captured|settled|paid|processed|approved|ok|available|done)$/i
}

/** The kind of a line for each of Stripe's types (`reporting_category` in its reports, `Type` in its lists). */
const stripeKinds: Record<string, ReportKind | null> = {
  charge: 'charge',
  payment: 'charge',
  refund: 'refund',
  payment_refund: 'refund',
  refund_failure: 'adjustment',
  payment_failure_refund: 'adjustment',
  dispute: 'chargeback',
  dispute_reversal: 'chargeback_won',
  payout: 'payout',
  transfer: 'payout',
  payout_reversal: 'payout',
  payout_cancel: 'payout',
  payout_failure: 'payout',
  fee: 'fee',
  stripe_fee: 'fee',
  network_cost: 'fee',
  tax: 'fee',
  tax_fee: 'fee',
  adjustment: 'adjustment'
}

const stripe: Preset = {
  names: {
    line: [/^balance transaction id$/, /^id$/],
    // Our own payment id, which we sent to Stripe when the payment began.
    payment: [/^payment metadata payment id$/, /^payment id metadata$/, /metadata.*payment id|payment id.*metadata/],
    charge: [/^payment intent id$/, /^charge id$/, /^source id$/, /^source$/],
    kind: [/^reporting category$/, /^type$/],
    gross: [/^gross$/, /^amount$/],
    fee: [/^fees?$/],
    net: [/^net$/],
    currency: [/^currency$/],
    at: [/^created utc$/, /^created$/, /^(balance transaction )?created/],
    status: []
  },
  kindOf: (word, gross) => {
    const known = stripeKinds[word.trim().toLowerCase().replaceAll(' ', '_')]
    return known === undefined ? commonKind(word, gross) : known
  }
}

const paypal: Preset = {
  names: {
    line: [/^transaction id$/],
    payment: [/^custom number$/, /^custom( id| field)?$/],
    charge: [/^reference txn id$/, /^paypal reference id$/],
    kind: [/^type$/, /^description$/],
    gross: [/^gross$/],
    fee: [/^fees?$/],
    net: [/^net$/],
    currency: [/^currency$/],
    at: [/^date$/],
    status: [/^status$/]
  },
  kindOf: (word, gross) => {
    const text = word.toLowerCase()
    // Reserved amounts and their releases are skipped, because no money was paid.
    if (/\bhold\b|reserve|authorization|currency conversion|order$/.test(text)) return null
    if (/chargeback|dispute|payment reversal/.test(text)) return gross > 0 ? 'chargeback_won' : 'chargeback'
    if (/withdrawal|transfer to bank|bank account$/.test(text)) return 'payout'
    return commonKind(text, gross)
  },
  done: /^(|completed|success|settled)$/i
}

export const PRESETS = { generic, stripe, paypal } as const
export type PresetName = keyof typeof PRESETS

/** The name of the preset (of `PRESETS`) that reads a provider's reports. */
export const presetOf = (provider: string): PresetName =>
  provider === 'stripe' || provider === 'paypal' ? provider : 'generic'

export const guessReport = (rows: readonly (readonly string[])[], preset: PresetName): Mapping<ReportField> =>
  guessMapping(rows, PRESETS[preset].names, { days: ['at'], figures: ['gross', 'fee', 'net'] })

export const isReportMapped = ({ columns }: Mapping<ReportField>): boolean =>
  columns.at !== undefined && columns.gross !== undefined

/**
 * Returns an amount with the sign that our books use, whatever sign the report uses. It is positive for charges and won
 * chargebacks, and negative for refunds and chargebacks. Amounts of other kinds keep their sign.
 */
function signed(kind: ReportKind, gross: number): number {
  if (kind === 'charge' || kind === 'chargeback_won') return Math.abs(gross)
  if (kind === 'refund' || kind === 'chargeback') return -Math.abs(gross)
  return gross
}

const CLOCK = /(\d{1,2}):(\d{2})(?::(\d{2}))?/

/** Reads the time of a report's line. A time without a time zone counts as UTC, as is usual; without a time it is noon. */
function timeOf(text: string, day: string): string {
  const exact = /^\d{4}-\d{2}-\d{2}T[\d:.]+(Z|[+-]\d{2}:?\d{2})$/.test(text) ? Date.parse(text) : Number.NaN
  if (!Number.isNaN(exact)) return new Date(exact).toISOString()
  const [, hour = '12', minute = '00', second = '00'] = CLOCK.exec(text) ?? []
  return Number(hour) < 24 && Number(minute) < 60 && Number(second) < 60
    ? `${day}T${hour.padStart(2, '0')}:${minute}:${second}Z`
    : `${day}T12:00:00Z`
}

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

export interface Report {
  lines: readonly ReportLine[]
  /** Number of rows that were skipped, because no money moved or the payment was not completed. */
  left: number
  currencies: readonly string[]
  from: string
  to: string
}

function lineOf(
  row: readonly string[],
  mapping: Mapping<ReportField>,
  preset: Preset,
  currency: string
): ReportLine | null {
  const cell = cellOf(mapping)
  const day = readDay(cell(row, 'at'), mapping.order)
  const read = (field: ReportField) => readFigure(cell(row, field), mapping.point)
  const said = read('gross')
  if (!day || said === null || (preset.done && !preset.done.test(cell(row, 'status')))) return null
  const kind = preset.kindOf(cell(row, 'kind'), said)
  if (kind === null) return null
  const gross = signed(kind, said)
  const net = read('net')
  // Compute the fee as gross minus net. The sign of the column "fee" cannot be used, because PayPal writes fees as negative
  // numbers and Stripe as positive ones. Without a net amount, the fee is taken as positive.
  const fee = net === null ? Math.abs(read('fee') ?? 0) : exactSum([said, -net])
  if (gross === 0 && fee === 0) return null
  const payment = cell(row, 'payment')
  const line = cell(row, 'line')
  const charge = UUID.test(payment) ? payment.toLowerCase() : cell(row, 'charge') || payment || line
  const code = cell(row, 'currency').toUpperCase()
  const at = timeOf(cell(row, 'at'), day)
  return {
    line_ref: (line || nameless([at, kind, gross, fee, charge])).slice(0, 180),
    kind,
    charge_ref: charge ? charge.slice(0, 300) : null,
    gross,
    fee,
    currency: /^[A-Z]{3}$/.test(code) ? code : currency,
    at
  }
}

/**
 * Reads a provider's report.
 *
 * @param currency the operator's currency, used if the report has none
 * @throws FileProblem `no_columns`, `no_lines`
 */
export function readReport(
  rows: readonly (readonly string[])[],
  mapping: Mapping<ReportField>,
  presetName: PresetName,
  currency: string
): Report {
  if (!isReportMapped(mapping)) throw new FileProblem('no_columns')
  const preset = PRESETS[presetName]
  const below = rows.slice(mapping.head + 1)
  const read = below.map((row) => lineOf(row, mapping, preset, currency)).filter((line) => line !== null)
  if (read.length === 0) throw new FileProblem('no_lines')
  const lines = distinct(read.map((line) => ({ ...line, reference: line.line_ref }))).map(({ reference, ...line }) => ({
    ...line,
    line_ref: reference
  }))
  const days = lines.map(({ at }) => at).toSorted()
  return {
    lines,
    left: below.length - lines.length,
    currencies: [...new Set(lines.map((line) => line.currency))],
    from: (days[0] ?? '').slice(0, 10),
    to: (days.at(-1) ?? '').slice(0, 10)
  }
}
