import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { Skeleton } from '@/components/ui/skeleton'
import { paths } from '@/config/paths'
import { bookingsPath, earningsPath } from '@/config/report-paths'
import { useFormat } from '@/entities/settings'
import { monthOf } from '@/lib/time/days'
import { cn } from '@/lib/utils'
import { useEarnedAs } from '../hooks/use-earned-as'
import { daysOf, type Totals } from '../model'
import { Trend } from './trend'

const hints = { revenue: 'totals.hint', sales: 'totals.sales_hint', fleet_share: 'totals.fleet_hint' } as const

interface EarnedCardsProps {
  totals: Totals | undefined
  hasFailed: boolean
  /** Today's date in the operator's time zone. */
  today: string
  isAdmin: boolean
}

/** The convenience fees (of a fleet its share of the fares) earned today, this month and in total, each with a comparison and a link to its bookings or report. */
export function EarnedCards({ totals, hasFailed, today, isAdmin }: EarnedCardsProps) {
  const { t } = useTranslation('dashboard')
  const { money } = useFormat()
  const earnedAs = useEarnedAs(isAdmin)
  const month = monthOf(today).from
  const cards = [
    {
      id: 'today',
      to: bookingsPath({ earned: daysOf({ from: today, to: today }) }),
      beside: totals && t('totals.yesterday', { amount: money(totals.yesterday) })
    },
    {
      id: 'this_month',
      to: isAdmin ? earningsPath(month.slice(0, 7)) : bookingsPath({ earned: daysOf({ from: month, to: today }) }),
      now: totals?.this_month,
      was: totals?.last_month,
      beside: totals && t('totals.last_month', { amount: money(totals.last_month) })
    },
    {
      id: 'total',
      to: isAdmin ? paths.earnings : paths.driverEarnings,
      now: totals?.thirty_days,
      was: totals?.previous_thirty_days,
      beside: totals && t('totals.thirty_days', { amount: money(totals.thirty_days) })
    }
  ] as const
  return (
    <section aria-label={t(isAdmin ? 'earnings' : 'fleet_earnings')}>
      <dl className="grid grid-cols-2 gap-3 md:grid-cols-3">
        {cards.map((card) => (
          <div
            key={card.id}
            className={cn(
              'relative rounded-card border border-line bg-card px-4 py-3 hover:bg-soft/60',
              card.id === 'total' && 'max-md:col-span-2'
            )}
          >
            <dt className="text-sm text-muted">{t(`totals.${isAdmin ? '' : 'fleet_'}${card.id}`)}</dt>
            <dd className="mt-1 text-xl font-semibold tracking-tight whitespace-nowrap tabular md:text-2xl">
              {totals ? (
                <Link to={card.to} className="after:absolute after:inset-0 after:rounded-card">
                  {money(totals[card.id])}
                </Link>
              ) : hasFailed ? (
                '–'
              ) : (
                <Skeleton className="h-8 w-32" />
              )}
            </dd>
            <dd className="mt-0.5 flex min-h-4 flex-wrap gap-x-2 text-xs text-muted tabular">
              {'now' in card && <Trend now={card.now} was={card.was} />}
              {card.beside}
            </dd>
          </div>
        ))}
      </dl>
      <p className="mt-1.5 text-xs text-muted">{t(hints[earnedAs])}</p>
    </section>
  )
}
