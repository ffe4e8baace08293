import { useTranslation } from 'react-i18next'
import { useFormat } from '@/entities/settings'
import { earnedOf, sumOf } from '../model'
import type { MoneyDay } from '../queries'
import { AmountLines } from './amount-lines'

/** Shows a driver's earnings in a period: the total and its parts. */
export function EarningsCard({ days, isEmployed }: { days: readonly MoneyDay[]; isEmployed: boolean }) {
  const { t } = useTranslation('driver_money')
  const { money } = useFormat()
  const sum = sumOf(days)
  const trips = days.reduce((count, day) => count + day.trips, 0)
  return (
    <div className="space-y-3 rounded-card border border-line bg-card p-5">
      <p>
        <span className="block text-4xl font-semibold tabular">
          <bdi>{money(earnedOf(sum))}</bdi>
        </span>
        <span className="text-sm text-muted">{t('trips', { count: trips })}</span>
      </p>
      {trips > 0 || earnedOf(sum) !== 0 ? <AmountLines amounts={sum} isEmployed={isEmployed} /> : null}
      {isEmployed && <p className="text-sm text-pretty text-muted">{t('employed')}</p>}
    </div>
  )
}
