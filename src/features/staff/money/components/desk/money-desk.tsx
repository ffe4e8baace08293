import { lazy, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router-dom'
import { ErrorBanner } from '@/components/ui/error-state'
import { Skeleton } from '@/components/ui/skeleton'
import { PendingApprovals } from '@/entities/approval'
import { useFormat } from '@/entities/settings'
import { useSoon } from '@/lib/hooks/use-soon'
import { useBroadcast } from '@/lib/server/use-broadcast'
import { serverNow } from '@/lib/time/server-clock'
import { dayOf } from '@/lib/time/zoned'
import { isBalanced, partsOf, readMonth } from '../../model/books'
import { useCompared, useDesk, useHeldDays, useMoneyState, useRefreshDesk } from '../../queries'
import { Chargebacks } from './chargebacks'
import { DeskHead } from './desk-head'
import { Equation } from './equation'
import { Flags } from './flags'
import { HeldChart } from './held-chart'
import { Movements } from './movements'
import { Payouts } from './payouts'
import { StuckPayments } from './stuck'

/** Loads beside the figures that it shows. */
const Reconciliation = lazy(() => import('./reconciliation').then((part) => ({ default: part.Reconciliation })))

/** Minimum interval between updates of the figures after an action of the staff (ms), so that its result shows at once. */
const DONE_MS = 1000
/** Minimum interval between updates after changes of bookings (ms). It is longer than DONE_MS, because bookings change all the time. */
const BOOKINGS_MS = 15_000

function useLiveDesk(): () => Promise<unknown> {
  const refresh = useRefreshDesk()
  const soon = useSoon(() => void refresh(), DONE_MS)
  const later = useSoon(() => void refresh(), BOOKINGS_MS)
  useBroadcast('admin', soon, { events: ['audit', 'withdrawal', 'approval', 'settings', 'money'] })
  useBroadcast('admin', later, { events: ['booking'] })
  return refresh
}

export function MoneyDesk() {
  const { t } = useTranslation('money')
  const { timeZone } = useFormat()
  const [params] = useSearchParams()
  const refresh = useLiveDesk()
  const today = dayOf(serverNow(), timeZone)
  const month = readMonth(params.get('month'), today)
  const desk = useDesk(month)
  const days = useHeldDays(month)
  const state = useMoneyState()
  const compared = useCompared(month.to)
  const parts = desk.data && partsOf(desk.data)
  const error = desk.error ?? state.error
  const hold = parts?.find(({ part }) => part === 'hold')
  return (
    <main id="main">
      <DeskHead month={month} state={state.data} />
      <PendingApprovals kinds={['write_off']} onDecided={() => void refresh()} />
      <div className="space-y-4 px-4 pt-2 pb-8 md:px-6">
        {error ? <ErrorBanner error={error} onRetry={() => void refresh()} /> : null}
        <section aria-label={t('equation.label')} className="flex flex-wrap items-center gap-x-8 gap-y-4">
          <Equation month={month} hold={hold} />
          <HeldChart month={month} days={days.data} hasFailed={days.error !== undefined} />
        </section>
        <div className="grid items-start gap-4 xl:grid-cols-[minmax(0,1.43fr)_minmax(0,1fr)]">
          <Movements
            month={month}
            parts={parts}
            hasFailed={desk.error !== undefined}
            isBalanced={parts !== undefined && isBalanced(parts) && (state.data?.off_by ?? 0) === 0}
            compared={compared.data}
          />
          <div className="grid min-w-0 gap-4">
            <Suspense fallback={<Skeleton className="h-40 rounded-card" />}>
              <Reconciliation
                month={month}
                compared={compared.data}
                error={compared.error}
                onRetry={() => void compared.mutate()}
              />
            </Suspense>
            <Flags />
            <StuckPayments />
            <Chargebacks today={today} />
            <Payouts today={today} />
          </div>
        </div>
      </div>
    </main>
  )
}
