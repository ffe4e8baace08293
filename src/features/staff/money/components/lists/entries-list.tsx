import { ListTree } from 'lucide-react'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router-dom'
import { type Column, DataTable, RowCard, type TableDefinition } from '@/components/data-table'
import { Skeleton } from '@/components/ui/skeleton'
import { paths } from '@/config/paths'
import { usePersonPath, useTableHost } from '@/entities/person'
import { writtenDay } from '@/lib/time/days'
import { serverNow } from '@/lib/time/server-clock'
import { dayOf } from '@/lib/time/zoned'
import { type MoneyWords, useMoneyWords } from '../../hooks/use-words'
import { figureOf, PARTS, WAYS } from '../../model/books'
import { entriesOf, entriesSource } from '../../model/entries'
import { type LedgerRow, useDesk } from '../../queries'
import { BackLink, listClasses } from './back-link'

/** The first day of a filter without a start: a day before the company existed. */
const BEGINNING = '1900-01-01'

/** The accounts and kinds of transactions to filter by: all that have entries, and those in the URL. */
function useChoices(words: MoneyWords) {
  const [params] = useSearchParams()
  const today = dayOf(serverNow(), words.timeZone)
  const { data } = useDesk({ from: BEGINNING, to: today })
  const [account, kind] = [params.get('account'), params.get('kind')]
  return useMemo(() => {
    const unique = (values: readonly (string | null)[]) =>
      [...new Set(values)].filter((value): value is string => value !== null && /^[a-z_.:]{2,60}$/.test(value))
    const options = (values: readonly string[], name: (value: string) => string) =>
      values.map((value) => ({ value, label: name(value) }))
    return {
      accounts: options(unique([...(data ?? []).map((row) => row.account), account]), words.account),
      kinds: options(unique([...(data ?? []).map((row) => row.kind), kind]), words.kind)
    }
  }, [data, account, kind, words])
}

/** The list of ledger entries: those that a figure of the money desk sums, or all. */
export function EntriesList() {
  const { t } = useTranslation('money')
  const host = useTableHost()
  const words = useMoneyWords()
  const personPath = usePersonPath()
  const { accounts, kinds } = useChoices(words)
  const { locale, money, dateTime } = host
  const definition = useMemo((): TableDefinition<LedgerRow> => {
    const label = (id: string) => t(`entries_list.column.${id}`)
    const kind = (row: LedgerRow) => words.kind(row.kind ?? '')
    const account = (row: LedgerRow) => words.account(row.account ?? '')
    const columns: Column<LedgerRow>[] = [
      { id: 'at', label: label('at'), value: (row) => row.at, kind: 'moment', width: 176 },
      { id: 'kind', label: label('kind'), value: kind, width: 200 },
      { id: 'account', label: label('account'), value: account, width: 176 },
      {
        id: 'reference',
        label: label('reference'),
        value: (row) => row.reference,
        link: (row) => (row.booking_id ? paths.booking(row.booking_id) : null),
        width: 120
      },
      {
        id: 'name',
        label: label('name'),
        value: (row) => row.name,
        link: (row) => personPath(row.user_id, null),
        width: 176
      },
      { id: 'amount', label: label('amount'), value: (row) => row.amount, kind: 'money', width: 144 },
      {
        id: 'transaction',
        label: label('transaction'),
        value: (row) => row.transaction_id,
        kind: 'number',
        width: 120
      },
      { id: 'ledger', label: label('ledger'), value: (row) => row.account, hidden: true },
      { id: 'id', label: label('id'), value: (row) => row.id, kind: 'number', hidden: true }
    ]
    return {
      id: 'money-entries',
      label: t('entries_list.title'),
      columns,
      filters: [
        { id: 'days', label: t('entries_list.days'), kind: 'dates', asDays: true },
        { id: 'account', label: label('account'), kind: 'choice', options: accounts },
        { id: 'kind', label: label('kind'), kind: 'choice', options: kinds },
        {
          id: 'part',
          label: t('entries_list.part'),
          kind: 'choice',
          options: PARTS.map((value) => ({ value, label: t(`trial_balance:group.${value}`) }))
        },
        {
          id: 'way',
          label: t('entries_list.way'),
          kind: 'choice',
          options: WAYS.map((value) => ({ value, label: t(`movements.${value}`) }))
        }
      ],
      source: entriesSource,
      print: {
        sums: ['amount'],
        facts: ({ filters: { days } }) => [
          [t('entries_list.days'), (days ?? []).map((day) => (day ? writtenDay(day, locale) : '…')).join(' – ') || '…']
        ]
      },
      rowId: ({ id }) => String(id),
      rowName: (row) => `${kind(row)}, ${money(row.amount ?? 0)}`,
      rowLink: (row) => (row.booking_id ? paths.booking(row.booking_id) : null),
      peek: {},
      card: (row) => (
        <RowCard
          title={kind(row)}
          parts={[account(row), row.at && dateTime(row.at), row.reference, row.name]}
          figure={money(row.amount ?? 0)}
        />
      ),
      action: <BackLink />,
      above: <EntriesHead />,
      empty: { title: t('common:no_data'), hint: t('entries_list.empty'), icon: ListTree },
      live: { topic: 'admin', events: ['audit', 'withdrawal'] }
    }
  }, [t, words, personPath, accounts, kinds, locale, money, dateTime])
  return (
    <main id="main" className={listClasses}>
      <DataTable definition={definition} host={host} />
    </main>
  )
}

/** Shows the sum of the listed entries, computed like the figure of the money desk. */
function EntriesHead() {
  const { t } = useTranslation('money')
  const words = useMoneyWords()
  const [params] = useSearchParams()
  const today = dayOf(serverNow(), words.timeZone)
  const [from = '', to = ''] = (params.get('days') ?? '').split('..')
  const filters = Object.fromEntries(
    ['account', 'kind', 'part', 'way'].flatMap((id) => (params.get(id) ? [[id, [params.get(id) as string]]] : []))
  )
  const of = entriesOf({ filters })
  const { data } = useDesk({ from: from || BEGINNING, to: to || today })
  const found = data && figureOf(data, of)
  return (
    <div role="status" className="mx-4 flex min-h-6 flex-wrap items-center gap-x-2 text-sm text-muted md:mx-6">
      {found === undefined ? (
        <Skeleton className="h-5 w-56" />
      ) : (
        <>
          <span className="tabular">{t('entries', { count: found.count, shown: words.count(found.count) })}</span>
          <span aria-hidden>·</span>
          <span>
            {t('entries_list.sum')} <strong className="font-semibold text-ink tabular">{words.money(found.sum)}</strong>
          </span>
        </>
      )}
    </div>
  )
}
