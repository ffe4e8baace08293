import type { TFunction } from 'i18next'
import type { Column } from '@/components/data-table'
import { allPages } from '@/components/data-table/all-pages'
import { writeFile } from '@/components/data-table/export/write-file'
import { type PrintedRow, printReport } from '@/components/print/print-report'
import type { useTableHost } from '@/entities/person'
import type { Settings } from '@/entities/settings'
import { unwrap } from '@/lib/api'
import type { Period } from '@/lib/days'
import { AppError } from '@/lib/errors'
import { dateFormat } from '@/lib/format'
import { saveFile } from '@/lib/save-file'
import { serverNow } from '@/lib/server-clock'
import { supabase } from '@/lib/supabase'
import type { FileKind } from '../desk/desk-head'
import { entriesSource } from '../entries'
import { incomeFaults, invoiceFaults } from '../files/check-xml'
import { type DriverQuarter, dpiXml, incomeCsv, incomes, missingOf } from '../files/driver-income'
import { FileProblem } from '../files/problem'
import { type InvoiceRow, invoiceName, invoiceXml, missingIn } from '../files/ubl'
import { type DeskRow, partsOf } from '../model'
import type { LedgerRow } from '../queries'
import type { MoneyWords } from '../use-words'

export interface Income {
  year: number
  format: 'csv' | 'xml'
}

interface Wanted {
  month: Period
  income: Income
  t: TFunction<'money'>
  words: MoneyWords
  host: ReturnType<typeof useTableHost>
  settings: Settings | null
  signal: AbortSignal
  onProgress: (rows: number) => void
}

/** The result of an export: the message to show, and what the file lacks. */
export interface FileResult {
  text: string
  warnings: readonly string[]
}

type Maker = (wanted: Wanted) => Promise<FileResult>

const getDesk = ({ month: { from, to }, signal }: Wanted): Promise<DeskRow[]> =>
  unwrap(supabase.rpc('money_desk', { from_day: from, to_day: to }).abortSignal(signal))

const nameOf = ({ month }: Wanted, id: string, type: string): string => `${id}-${month.from.slice(0, 7)}.${type}`

const saved = ({ t, words }: Wanted, rows: number, name: string): string =>
  t('files.done', { count: rows, shown: words.count(rows), name })

async function* once<Row>(rows: readonly Row[]): AsyncGenerator<readonly Row[]> {
  yield rows
}

/** Exports the month's movements of every account, by kind of transaction, as a spreadsheet. */
const movements: Maker = async (wanted) => {
  const { t, words, host, signal, onProgress } = wanted
  const rows = await getDesk(wanted)
  const column = (id: keyof DeskRow, kind?: 'money' | 'number'): Column<DeskRow> => ({
    id,
    label: t(`files.movements.column.${id}`),
    value: (row) => row[id],
    ...(kind && { kind })
  })
  const { file, rows: count } = await writeFile<DeskRow>({
    format: 'xlsx',
    label: t('movements.title'),
    columns: [
      { ...column('part'), value: ({ part }) => t(`trial_balance:group.${part}`) },
      { ...column('account'), value: ({ account }) => words.account(account) },
      { ...column('kind'), value: ({ kind }) => (kind === null ? '' : words.kind(kind)) },
      column('opening', 'money'),
      column('came_in', 'money'),
      column('went_out', 'money'),
      column('closing', 'money'),
      column('entries_in', 'number'),
      column('entries_out', 'number'),
      { id: 'name', label: t('files.movements.column.name'), value: ({ account }) => account }
    ],
    timeZone: host.timeZone,
    pages: once(rows),
    onProgress,
    signal
  })
  const name = nameOf(wanted, 'movements', 'xlsx')
  saveFile(file, name)
  return { text: saved(wanted, count, name), warnings: [] }
}

/** Prints the month as a document to sign: each account with its totals. */
const statement: Maker = async (wanted) => {
  const { t, words, host, month } = wanted
  const parts = partsOf(await getDesk(wanted))
  const state = await unwrap(supabase.rpc('money_status').abortSignal(wanted.signal))
  const cells = (name: string, moves: (typeof parts)[number]) => [
    name,
    ...[moves.opening, moves.came_in, moves.went_out, moves.closing].map(words.figure)
  ]
  const rows: PrintedRow[] = parts.flatMap((part) => {
    const group = t(`trial_balance:group.${part.part}`)
    return [
      { kind: 'group' as const, cells: [group, '', '', '', ''] },
      ...part.accounts.map((account) => ({
        kind: 'row' as const,
        cells: cells(words.account(account.account), account as never)
      })),
      { kind: 'sum' as const, cells: cells(`${t('table:export.sum')} ${group}`, part) }
    ]
  })
  printReport({
    title: t('files.statement.name'),
    letterhead: host.paper.company,
    logo: host.paper.logo,
    facts: [
      [t('files.statement.period'), `${words.day(month.from)} – ${words.day(month.to)}`],
      [t('table:export.currency'), host.paper.currency],
      [t('files.statement.closed'), state.closed_until ? words.day(state.closed_until) : '–'],
      [
        t('table:export.made'),
        [
          dateFormat(host.locale, { dateStyle: 'long', timeStyle: 'short', timeZone: host.timeZone }).format(
            serverNow()
          ),
          host.paper.person
        ]
          .filter(Boolean)
          .join(' · ')
      ]
    ],
    columns: [
      { label: t('movements.account'), isFigure: false },
      { label: words.shortDay(month.from), isFigure: true },
      { label: t('movements.in'), isFigure: true },
      { label: t('movements.out'), isFigure: true },
      { label: words.shortDay(month.to), isFigure: true }
    ],
    rows,
    note: t('files.statement.note')
  })
  return { text: t('files.printed'), warnings: [] }
}

/**
 * Whether an entry is a debit. An account of what the company holds is debited when it grows; an account of what it owes or
 * earns is credited when it grows. So each transaction's debits equal its credits.
 */
export const isDebit = ({ part, amount }: Pick<LedgerRow, 'part' | 'amount'>): boolean =>
  part === 'hold' ? (amount ?? 0) > 0 : (amount ?? 0) < 0

const journal: Maker = async (wanted) => {
  const { t, words, host, month, signal, onProgress } = wanted
  const label = (id: string) => t(`files.journal.column.${id}`)
  const { file, rows } = await writeFile<LedgerRow>({
    format: 'csv',
    label: t('files.journal.name'),
    columns: [
      { id: 'at', label: label('at'), value: (row) => row.at, kind: 'moment' },
      { id: 'transaction', label: label('transaction'), value: (row) => row.transaction_id },
      { id: 'entry', label: label('entry'), value: (row) => row.id },
      { id: 'kind', label: label('kind'), value: (row) => row.kind },
      { id: 'account', label: label('account'), value: (row) => row.account },
      { id: 'name', label: label('name'), value: (row) => words.account(row.account ?? '') },
      { id: 'debit', label: label('debit'), value: (row) => (isDebit(row) ? Math.abs(row.amount ?? 0) : null) },
      { id: 'credit', label: label('credit'), value: (row) => (isDebit(row) ? null : Math.abs(row.amount ?? 0)) },
      { id: 'booking', label: label('booking'), value: (row) => row.reference },
      { id: 'person', label: label('person'), value: (row) => row.name }
    ],
    timeZone: host.timeZone,
    pages: allPages(entriesSource, { search: '', sort: null, filters: { days: [month.from, month.to] } }, signal),
    onProgress,
    signal
  })
  const name = nameOf(wanted, 'journal', 'csv')
  saveFile(file, name)
  return { text: saved(wanted, rows, name), warnings: [] }
}

const PAGE = 1000

async function* invoicePages({ month: { from, to }, signal }: Wanted): AsyncGenerator<readonly InvoiceRow[]> {
  let after: { at: string; id: string } | null = null
  for (;;) {
    const rows: Awaited<ReturnType<typeof ask>> = await ask(after)
    yield rows as unknown as InvoiceRow[]
    const last = rows.at(-1)
    if (!last || rows.length < PAGE) return
    after = { at: last.issued_at, id: last.id }
  }
  function ask(place: { at: string; id: string } | null) {
    return unwrap(
      supabase
        .rpc('invoice_rows', {
          from_day: from,
          to_day: to,
          after_at: place?.at ?? null,
          after_id: place?.id ?? null,
          page_size: PAGE
        })
        .abortSignal(signal)
    )
  }
}

/** Exports all invoices and credit notes of the month as one archive, with a file for each document. */
const invoices: Maker = async (wanted) => {
  const { t, signal, onProgress } = wanted
  const { strToU8, Zip, ZipDeflate } = await import('fflate')
  const pieces: Blob[] = []
  const zip = new Zip((error, piece) => {
    if (error) throw error
    pieces.push(new Blob([piece as Uint8Array<ArrayBuffer>]))
  })
  const missing = new Set<string>()
  let count = 0
  for await (const rows of invoicePages(wanted)) {
    signal.throwIfAborted()
    for (const row of rows) {
      for (const name of missingIn(row)) missing.add(name)
      const text = invoiceXml(row, { ride: (reference) => t('files.invoices.ride', { reference }) })
      const [fault] = invoiceFaults(text)
      if (fault) throw new FileProblem('not_valid', `${row.number}: ${fault}`)
      const file = new ZipDeflate(invoiceName(row.number), { level: 6 })
      zip.add(file)
      file.push(strToU8(text), true)
    }
    count += rows.length
    onProgress(count)
  }
  if (count === 0) throw new AppError('not_found')
  zip.end()
  const name = nameOf(wanted, 'invoices', 'zip')
  saveFile(new Blob(pieces, { type: 'application/zip' }), name)
  const names = [...missing].map((one) => t(`missing.${one}`)).join(', ')
  return { text: saved(wanted, count, name), warnings: names ? [t('files.invoices.missing', { names })] : [] }
}

async function getQuarters(year: number, { signal, onProgress }: Wanted): Promise<DriverQuarter[]> {
  const all: DriverQuarter[] = []
  const PAGE_DRIVERS = 100
  for (let after: string | null = null; ; ) {
    signal.throwIfAborted()
    const rows = (await unwrap(
      supabase.rpc('tax_report', { year, after_id: after, page_size: PAGE_DRIVERS }).abortSignal(signal)
    )) as unknown as DriverQuarter[]
    all.push(...rows)
    onProgress(all.length / 4)
    if (rows.length < PAGE_DRIVERS * 4) return all
    after = rows.at(-1)?.driver_id ?? null
  }
}

/** Exports drivers' income of a year, for the tax office. */
const income: Maker = async (wanted) => {
  const { t, income: asked, settings, words } = wanted
  const { year, format } = asked
  const drivers = incomes(await getQuarters(year, wanted))
  if (drivers.length === 0) throw new AppError('not_found')
  const currency = settings?.code ?? ''
  if (format === 'csv') {
    const name = `driver-income-${year}.csv`
    saveFile(new Blob([incomeCsv(drivers, year, currency, words.decimals)], { type: 'text/csv;charset=utf-8' }), name)
    const lacking = drivers.filter((driver) => missingOf(driver).length > 0).length
    return {
      text: saved(wanted, drivers.length, name),
      warnings: lacking > 0 ? [t('files.income.lacking', { count: lacking })] : []
    }
  }
  const now = serverNow()
  const country = settings?.country ?? ''
  const made = dpiXml({
    operator: {
      name: settings?.company_name ?? '',
      businessName: settings?.app_name ?? '',
      address: settings?.company_address ?? '',
      country,
      taxNumber: settings?.company_tax_number ?? '',
      currency
    },
    drivers,
    year,
    messageId: `${country}${year}${country}-${new Date(now).toISOString().replace(/\D/g, '')}`,
    createdAt: new Date(now).toISOString()
  })
  const [fault] = incomeFaults(made.text)
  if (fault) throw new FileProblem('not_valid', fault)
  const name = `driver-income-${year}.xml`
  saveFile(new Blob([made.text], { type: 'application/xml' }), name)
  return {
    text: saved(wanted, made.count, name),
    warnings: [
      made.left.length > 0 && t('files.income.left', { count: made.left.length }),
      made.incomplete.length > 0 && t('files.income.lacking', { count: made.incomplete.length })
    ].filter((warning) => typeof warning === 'string')
  }
}

export const makers: Record<FileKind, Maker> = { movements, statement, journal, invoices, income }
