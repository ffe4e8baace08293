import { Scale } from 'lucide-react'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useSWRConfig } from 'swr'
import { type Column, DataTable, type TableDefinition, type TableQuery } from '@/components/data-table'
import { type Account, getTrialBalance, partsOf, trialBalanceKey } from '@/entities/ledger'
import { providerName } from '@/entities/payment'
import { useTableHost } from '@/entities/person'
import { writtenDay } from '@/lib/time/days'
import { serverNow } from '@/lib/time/server-clock'
import { dayOf } from '@/lib/time/zoned'
import { BooksHead } from './components/books-head'
import { accountsOf, type BooksRow, groupsOf, readPeriod } from './model'

const FIGURES = ['opening', 'debit', 'credit', 'closing'] as const

/** The trial balance of a month or another period: every account, with totals of debit and credit, which must be equal. */
export function TrialBalancePage() {
  const { t } = useTranslation('trial_balance')
  const { mutate } = useSWRConfig()
  const host = useTableHost()
  const { locale, timeZone, money } = host
  const definition = useMemo((): TableDefinition<BooksRow> => {
    const name = ({ account, group }: BooksRow): string => {
      if (account === null) return t(`group.${group}`)
      const { kind, provider } = partsOf(account)
      return t([`account.${kind}`, 'account.other'], { provider: providerName(provider), account })
    }
    const figure = (id: (typeof FIGURES)[number]): Column<BooksRow> => ({
      id,
      label: t(`column.${id}`),
      value: (row) => row[id],
      kind: 'money',
      width: 152
    })
    const periodOf = ({ filters }: TableQuery) => readPeriod(filters.period?.join('..'), dayOf(serverNow(), timeZone))
    const ask = async (query: TableQuery): Promise<BooksRow[]> => {
      const period = periodOf(query)
      // Written to the cache from which the page's head reads, so that one request serves both.
      const accounts: Account[] | undefined = await mutate(trialBalanceKey(period), getTrialBalance(period), {
        revalidate: false
      })
      return groupsOf(accounts ?? [])
    }
    return {
      id: 'trial-balance',
      label: t('title'),
      columns: [
        { id: 'name', label: t('name'), value: name, width: 264 },
        { id: 'account', label: t('account_column'), value: ({ account }) => account ?? '\u00a0', width: 216 },
        ...FIGURES.map(figure)
      ],
      filters: [{ id: 'period', label: t('period'), kind: 'dates', asDays: true }],
      source: async (query) => ({ rows: await ask(query), next: null }),
      tree: { isSum: ({ account }) => account === null, below: async (row) => accountsOf(row), opened: 'all' },
      lines: async (query) => ({ rows: (await ask(query)).flatMap(accountsOf), next: null }),
      print: {
        sums: FIGURES,
        groupOf: ({ group }) => t(`group.${group}`),
        facts: (query) => {
          const { from, to } = periodOf(query)
          return [[t('period'), `${writtenDay(from, locale)} – ${writtenDay(to, locale)}`]]
        }
      },
      rowId: ({ group, account }) => account ?? group,
      rowName: name,
      card: (row) => (
        <span className="flex gap-3 text-sm">
          <span dir="auto" className="min-w-0 flex-1">
            {name(row)}
          </span>
          <span className="font-medium whitespace-nowrap tabular">{money(row.closing)}</span>
        </span>
      ),
      above: <BooksHead />,
      empty: { title: t('common:no_data'), hint: t('empty'), icon: Scale },
      // Every money movement by staff changes the sums, so the whole table is reloaded.
      live: { topic: 'admin', events: ['withdrawal', 'audit'] }
    }
  }, [t, mutate, locale, timeZone, money])
  return (
    <main id="main" className="h-[calc(100svh-var(--bar))] min-h-[40rem]">
      <DataTable definition={definition} host={host} />
    </main>
  )
}
