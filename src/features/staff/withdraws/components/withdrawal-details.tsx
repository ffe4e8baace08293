import { useTranslation } from 'react-i18next'
import { Facts } from '@/components/ui/facts'
import { useFormat } from '@/entities/settings'
import { BankDetails, PayoutWait } from '@/entities/wallet'
import type { Withdrawal } from '../queries'
import { StateBadge } from './columns'

/** The details of a withdrawal. Its bank account is loaded only after a press. */
export function WithdrawalDetails({ row }: { row: Withdrawal }) {
  const { t } = useTranslation('withdraws')
  const { money, dateTime } = useFormat()
  return (
    <div className="space-y-4 p-5 text-sm">
      <header className="space-y-1">
        <div className="flex items-center justify-between gap-3">
          <h2 dir="auto" className="text-base font-semibold">
            {row.name}
          </h2>
          <StateBadge row={row} t={t} />
        </div>
        <p className="text-2xl font-semibold tabular">{money(row.amount)}</p>
      </header>
      <PayoutWait userId={row.user_id} name={row.name} />
      <Facts
        facts={[
          [t('column.date'), dateTime(row.date)],
          [t('column.done'), row.process_date && dateTime(row.process_date)],
          [t('column.rejected'), row.rejected_at && dateTime(row.rejected_at)],
          [t('column.reason'), row.reason]
        ]}
      />
      <BankDetails key={row.id} userId={row.user_id} reading={row.id} given={row} />
    </div>
  )
}
