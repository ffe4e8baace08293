/** The month's ledger entries as a journal with debit and credit. */
import type { TFunction } from 'i18next'
import { allPages } from '@/components/data-table/all-pages'
import { writeFile } from '@/components/data-table/export/write-file'
import { saveFile } from '@/lib/files/save-file'
import { entriesSource } from '../../../model/entries'
import type { LedgerRow } from '../../../queries'
import { type Maker, nameOf, saved } from './maker'

/**
 * Whether an entry is a debit. An account of what the company holds is debited when it grows; an account of what it owes or
 * earns is credited when it grows. So each transaction's debits equal its credits.
 */
export const isDebit = ({ part, amount }: Pick<LedgerRow, 'part' | 'amount'>): boolean =>
  part === 'hold' ? (amount ?? 0) > 0 : (amount ?? 0) < 0

export const journal: Maker = async (wanted) => {
  const { words, host, month, signal, onProgress } = wanted
  const t: TFunction<'money'> = wanted.t
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
