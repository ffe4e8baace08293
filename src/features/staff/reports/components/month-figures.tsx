import { useTranslation } from 'react-i18next'
import { useTrialBalance } from '@/entities/ledger'
import { useTableHost } from '@/entities/person'
import { monthOf } from '@/lib/time/days'
import { ACCOUNTS } from '../model'
import { type EarningsMonth, useEarningsMonths } from '../queries'
import { Figures } from './figures'

const shown = ['trip_cost', 'cancellation_fee', 'convenience_fee', 'discount_amount', 'gross', 'profit'] as const

/** Shows the platform's figures of a month. If a figure has a ledger account (`ACCOUNTS`), the account's sum is shown, too. */
export function MonthFigures({ month }: { month: string }) {
  const { t } = useTranslation('reports')
  const { money } = useTableHost()
  const months = useEarningsMonths()
  const ledger = useTrialBalance(monthOf(month))
  const row = months.data?.find((one) => one.month === month)
  const none = months.data && !row ? 0 : undefined
  const booked = (id: keyof EarningsMonth): string | undefined => {
    const name = id in ACCOUNTS ? ACCOUNTS[id as keyof typeof ACCOUNTS] : null
    const account = ledger.data?.find((one) => one.account === name)
    // The ledger's sum can differ from the report: it also includes entries that belong to no ride.
    return account && `${name}: ${money(Math.abs(account.credit - account.debit))}`
  }
  return (
    <Figures
      label={t('figures.label')}
      items={[
        { id: 'rides', label: t('column.total_rides'), text: (row?.total_rides ?? none)?.toString() },
        ...shown.map((id) => {
          const amount = row?.[id] ?? none
          return {
            id,
            label: t(`column.${id}`),
            text: amount === undefined ? undefined : money(amount),
            note: booked(id)
          }
        })
      ]}
    />
  )
}
