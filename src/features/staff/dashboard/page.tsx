import { lazy, type ReactNode, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router-dom'
import { ErrorBanner } from '@/components/ui/error-state'
import { PageHeader } from '@/components/ui/page-header'
import { Segmented } from '@/components/ui/segmented'
import { Skeleton } from '@/components/ui/skeleton'
import { DASHBOARD_MAP_HEIGHT_PX } from '@/config/constants'
import type { Role } from '@/entities/person'
import { useReadsEarnings, useSession } from '@/entities/person'
import { useFormat } from '@/entities/settings'
import { usePutParams } from '@/lib/page/use-put-params'
import { serverNow } from '@/lib/time/server-clock'
import { dayOf } from '@/lib/time/zoned'
import { EarnedCards } from './components/earned-cards'
import { PeriodFigures } from './components/period-figures'
import { StatusList } from './components/status-list'
import { useFigures } from './hooks/use-figures'
import { RANGES, readRange } from './model'

// The map loads separately from the figures. The charts load only if the range has more than one day.
const LiveDrivers = lazy(() => import('./components/live-drivers').then((part) => ({ default: part.LiveDrivers })))
const DayCharts = lazy(() => import('./components/day-charts').then((part) => ({ default: part.DayCharts })))

/** The dashboard: earnings, booking figures and the drivers on duty. @param first what is shown above them */
export function DashboardPage({ first }: { first?: ReactNode }) {
  const { user, role } = useSession()
  if (!user || !role) return null
  return <Dashboard userId={user.id} role={role} first={first} />
}

function Dashboard({ userId, role, first }: { userId: string; role: Role; first: ReactNode }) {
  const { t } = useTranslation('dashboard')
  const { timeZone } = useFormat()
  const [params] = useSearchParams()
  const [heat, setHeat] = useState(false)
  const today = dayOf(serverNow(), timeZone)
  const range = readRange(params.get('range'))
  const hasEarnings = useReadsEarnings()
  const { totals, days, drivers, refresh } = useFigures(role, userId, range, today, hasEarnings)
  const isAdmin = role === 'admin'
  const error = totals.error ?? days.error
  return (
    <main id="main">
      <PageHeader title={t('title')} actions={<RangeSwitch />} />
      <div className="space-y-6 px-4 pb-8 md:px-6">
        {first}
        {error ? <ErrorBanner error={error} onRetry={() => void refresh()} /> : null}
        {hasEarnings && (
          <EarnedCards totals={totals.data} hasFailed={totals.error !== undefined} today={today} isAdmin={isAdmin} />
        )}
        <section aria-label={t(`range.label_${range}`)} className="space-y-3">
          <PeriodFigures
            figures={days.data}
            isAdmin={isAdmin}
            hasEarnings={hasEarnings}
            onHeat={() => {
              setHeat(true)
              document.getElementById('drivers')?.scrollIntoView({ block: 'start' })
            }}
          />
          <div className="grid gap-3 xl:grid-cols-[minmax(0,1fr)_18rem]">
            {range !== '1' && (
              <Suspense fallback={<Skeleton className="min-h-64 rounded-card" />}>
                <DayCharts figures={days.data} isAdmin={isAdmin} hasEarnings={hasEarnings} />
              </Suspense>
            )}
            <StatusList figures={days.data} isWide={range === '1'} />
          </div>
        </section>
        <Suspense fallback={<Skeleton className="rounded-card" style={{ height: DASHBOARD_MAP_HEIGHT_PX + 56 }} />}>
          <LiveDrivers drivers={drivers} heat={heat} onHeat={setHeat} />
        </Suspense>
      </div>
    </main>
  )
}

/** The switch for the range of days, which is kept in the page's URL. */
function RangeSwitch() {
  const { t } = useTranslation('dashboard')
  const [params] = useSearchParams()
  const putParams = usePutParams()
  return (
    <Segmented
      label={t('range.label')}
      value={readRange(params.get('range'))}
      onChange={(range) => putParams((next) => next.set('range', range))}
      options={RANGES.map((value) => ({ value, label: t(`range.${value}`) }))}
    />
  )
}
