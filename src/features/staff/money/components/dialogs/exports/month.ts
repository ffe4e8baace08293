/** The month's movements by account, as a spreadsheet and as a document to sign. */
import type { TFunction } from 'i18next'
import type { Column } from '@/components/data-table'
import { writeFile } from '@/components/data-table/export/write-file'
import { type PrintedRow, printReport } from '@/components/print/print-report'
import { saveFile } from '@/lib/files/save-file'
import { dateFormat } from '@/lib/format/format'
import { unwrap } from '@/lib/server/api'
import { supabase } from '@/lib/server/supabase'
import { serverNow } from '@/lib/time/server-clock'
import { type DeskRow, partsOf } from '../../../model/books'
import { type Maker, nameOf, saved, type Wanted } from './maker'

const getDesk = ({ month: { from, to }, signal }: Wanted): Promise<DeskRow[]> =>
  unwrap(supabase.rpc('money_desk', { from_day: from, to_day: to }).abortSignal(signal))

async function* once<Row>(rows: readonly Row[]): AsyncGenerator<readonly Row[]> {
  yield rows
}

/** Exports the month's movements of every account, by kind of transaction, as a spreadsheet. */
export const movements: Maker = async (wanted) => {
  const { words, host, signal, onProgress } = wanted
  const t: TFunction<'money'> = wanted.t
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
      column('inflow', 'money'),
      column('outflow', 'money'),
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
export const statement: Maker = async (wanted) => {
  const { words, host, month } = wanted
  const t: TFunction<'money'> = wanted.t
  const parts = partsOf(await getDesk(wanted))
  const state = await unwrap(supabase.rpc('money_status').abortSignal(wanted.signal))
  const cells = (name: string, moves: (typeof parts)[number]) => [
    name,
    ...[moves.opening, moves.inflow, moves.outflow, moves.closing].map(words.figure)
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
