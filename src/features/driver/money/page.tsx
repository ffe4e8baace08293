import { ChevronLeft, ChevronRight, FileDown } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Alert } from '@/components/ui/alert'
import { Button } from '@/components/ui/button'
import { ErrorBanner } from '@/components/ui/error-state'
import { PageFrame } from '@/components/ui/page-frame'
import { Segmented } from '@/components/ui/segmented'
import { Skeleton } from '@/components/ui/skeleton'
import { useIsEmployed, useSession } from '@/entities/person'
import { useFormat } from '@/entities/settings'
import { useBroadcast } from '@/lib/server/use-broadcast'
import { useCommand } from '@/lib/server/use-command'
import { useErrorText } from '@/lib/server/use-error-text'
import { writtenDay } from '@/lib/time/days'
import { serverNow } from '@/lib/time/server-clock'
import { dayOf } from '@/lib/time/zoned'
import { AccountCard } from './components/account-card'
import { DayBars } from './components/day-bars'
import { EarningsCard } from './components/earnings-card'
import { TripLines } from './components/trip-lines'
import { isNearZero, periodOf, SPANS, type Span, stepped } from './model'
import { saveStatement, useAccount, useMoneyDays, useMoneyTrips } from './queries'

/** The page of a driver's money: earnings by day and by trip, and what driver and office owe each other. */
export function DriverMoneyPage() {
  const { t } = useTranslation()
  const { user } = useSession()
  return (
    <PageFrame title={t('driver_pages:driver_money.title')} width="column">
      {user && <Own driverId={user.id} />}
    </PageFrame>
  )
}

function Own({ driverId }: { driverId: string }) {
  const { t } = useTranslation('driver_money')
  const { timeZone } = useFormat()
  const today = dayOf(serverNow(), timeZone)
  const [span, setSpan] = useState<Span>('day')
  const [day, setDay] = useState(today)
  const period = periodOf(span, day)
  const days = useMoneyDays(driverId, period)
  const trips = useMoneyTrips(driverId, period)
  const account = useAccount(driverId)
  const isEmployed = useIsEmployed(driverId)
  const reload = () => Promise.all([days, trips, account].map((query) => query.mutate()))
  useBroadcast(`driver:${driverId}`, reload, { events: ['booking'] })
  const error = days.error ?? trips.error ?? account.error
  return (
    <div className="mt-5 space-y-8">
      {error ? <ErrorBanner error={error} onRetry={reload} /> : null}
      <section aria-label={t('earned')} className="space-y-4">
        <Segmented
          label={t('span.label')}
          value={span}
          onChange={setSpan}
          options={SPANS.map((value) => ({ value, label: t(`span.${value}`) }))}
        />
        <Steps span={span} day={day} today={today} onDay={setDay} />
        {days.data ? (
          <EarningsCard days={days.data} isEmployed={isEmployed} />
        ) : (
          !error && <Skeleton className="h-64 rounded-card" />
        )}
        {span !== 'day' && days.data && (
          <DayBars
            days={days.data}
            period={period}
            onDay={(chosen) => {
              setSpan('day')
              setDay(chosen)
            }}
          />
        )}
        {span === 'week' && !isEmployed && <Statement week={period.from} />}
      </section>
      {account.data && (
        <AccountCard
          account={account.data}
          isNear={isNearZero(account.data.wallet_balance, trips.data ?? [])}
          isEmployed={isEmployed}
        />
      )}
      <TripLines trips={trips.data} span={span} />
    </div>
  )
}

interface StepsProps {
  span: Span
  day: string
  today: string
  onDay: (day: string) => void
}

/** Shows which period is selected, with buttons for the previous and the next one. */
function Steps({ span, day, today, onDay }: StepsProps) {
  const { t } = useTranslation('driver_money')
  const { locale } = useFormat()
  const { from, to } = periodOf(span, day)
  const written = {
    day: writtenDay(from, locale, { weekday: 'long', day: 'numeric', month: 'long' }),
    week: `${writtenDay(from, locale, { day: 'numeric', month: 'short' })} – ${writtenDay(to, locale, { day: 'numeric', month: 'short' })}`,
    month: writtenDay(from, locale, { month: 'long', year: 'numeric' })
  }
  return (
    <div className="flex items-center justify-between gap-2">
      <Button size="icon" className="size-11" aria-label={t('before')} onClick={() => onDay(stepped(span, day, -1))}>
        <ChevronLeft aria-hidden className="rtl:-scale-x-100" />
      </Button>
      <p aria-live="polite" className="text-base font-semibold tabular">
        {span === 'day' && day === today ? t('today') : written[span]}
      </p>
      <Button
        size="icon"
        className="size-11"
        aria-label={t('after')}
        disabled={to >= today}
        onClick={() => onDay(stepped(span, day, 1))}
      >
        <ChevronRight aria-hidden className="rtl:-scale-x-100" />
      </Button>
    </div>
  )
}

function Statement({ week }: { week: string }) {
  const { t, i18n } = useTranslation('driver_money')
  const errorText = useErrorText()
  const save = useCommand(() => saveStatement(week, i18n.language))
  return (
    <>
      <Button size="lg" variant="outline" className="w-full" busy={save.busy} onClick={() => void save.run()}>
        <FileDown aria-hidden />
        {t('statement')}
      </Button>
      {save.error && <Alert tone="bad">{errorText(save.error)}</Alert>}
    </>
  )
}
