import { Scale } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router-dom'
import useSWR from 'swr'
import { Badge } from '@/components/ui/badge'
import { MonthSteps } from '@/components/ui/month-steps'
import { type Account, isBalanced, sumOf, trialBalanceKey } from '@/entities/ledger'
import { useFormat } from '@/entities/settings'
import { monthOf, type Period, writtenDay } from '@/lib/time/days'
import { serverNow } from '@/lib/time/server-clock'
import { dayOf } from '@/lib/time/zoned'
import { isMonth, readPeriod } from '../model'

/** The head of the trial balance: the period, and whether the books balance. */
export function BooksHead() {
  const { t } = useTranslation('trial_balance')
  const { money, timeZone } = useFormat()
  const [params] = useSearchParams()
  const period = readPeriod(params.get('period'), dayOf(serverNow(), timeZone))
  // The table requests the data; this component only reads it from the cache.
  const { data } = useSWR<Account[]>(trialBalanceKey(period), null)
  const sums = data && sumOf(data)
  return (
    <div className="mx-4 flex flex-wrap items-center gap-x-4 gap-y-2 text-sm md:mx-6">
      <Months period={period} />
      {sums && (
        <p className="flex flex-wrap items-center gap-x-3 gap-y-2">
          <Scale aria-hidden className="size-4 text-muted max-sm:hidden" />
          <span>{t('sums', { debit: money(sums.debit), credit: money(sums.credit) })}</span>
          <Badge dot tone={isBalanced(sums) ? 'ok' : 'bad'}>
            {t(isBalanced(sums) ? 'balanced' : 'unbalanced')}
          </Badge>
        </p>
      )}
      <p className="w-full text-xs text-pretty text-muted">{t('explain')}</p>
    </div>
  )
}

/** Buttons that step to the previous and the next month. Other periods are chosen by the table's filter. */
function Months({ period }: { period: Period }) {
  const { t } = useTranslation('trial_balance')
  const { locale } = useFormat()
  const [, setParams] = useSearchParams()
  const go = (away: number) => {
    const { from, to } = monthOf(period.from, away)
    setParams({ period: `${from}..${to}` })
  }
  const name = isMonth(period)
    ? writtenDay(period.from, locale, { month: 'long', year: 'numeric' })
    : `${writtenDay(period.from, locale)} – ${writtenDay(period.to, locale)}`
  return <MonthSteps label={t('month')} previous={t('previous')} next={t('next')} name={name} onGo={go} />
}
