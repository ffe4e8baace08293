import { useTranslation } from 'react-i18next'
import { ErrorBanner } from '@/components/ui/error-state'
import { PageHeader } from '@/components/ui/page-header'
import { Skeleton } from '@/components/ui/skeleton'
import type { Role } from '@/entities/person'
import { useDutyDrivers, useSession } from '@/entities/person'
import { useFormat } from '@/entities/settings'
import { useDeskTopic } from '../hooks/use-desk-topic'
import { useTotals } from '../queries'
import { LiveDrivers } from './live-drivers'

/** What was earned, and who is on the road. */
export function DashboardPage() {
  const { user, role } = useSession()
  if (!user || !role) return null
  return <Dashboard userId={user.id} role={role} />
}

function Dashboard({ userId, role }: { userId: string; role: Role }) {
  const { t } = useTranslation('dashboard')
  const totals = useTotals()
  const drivers = useDutyDrivers()
  useDeskTopic(role, userId, (event) => {
    void drivers.mutate()
    if (event !== 'driver') void totals.mutate()
  })
  return (
    <main id="main">
      <PageHeader title={t('title')} />
      <div className="space-y-6 px-4 pb-8 md:px-6">
        {totals.error ? <ErrorBanner error={totals.error} onRetry={() => void totals.mutate()} /> : null}
        <section aria-label={t('earnings')}>
          <dl className="grid grid-cols-2 gap-3 md:grid-cols-3">
            {(['today', 'this_month', 'total'] as const).map((key) => (
              <Figure
                key={key}
                label={t(`totals.${key}`)}
                amount={totals.error && !totals.data ? null : totals.data?.[key]}
                wide={key === 'total'}
              />
            ))}
          </dl>
        </section>
        <LiveDrivers drivers={drivers} />
      </div>
    </main>
  )
}

function Figure({ label, amount, wide }: { label: string; amount: number | null | undefined; wide: boolean }) {
  const { t } = useTranslation('dashboard')
  const { money } = useFormat()
  return (
    <div className={`rounded-card border border-line bg-card px-4 py-3 ${wide ? 'max-md:col-span-2' : ''}`}>
      <dt className="text-sm text-muted">{label}</dt>
      <dd className="mt-1 text-xl font-semibold whitespace-nowrap md:text-2xl tracking-tight tabular">
        {amount === undefined ? <Skeleton className="h-8 w-32" /> : amount === null ? '–' : money(amount)}
      </dd>
      <dd className="mt-0.5 text-xs text-muted">{t('totals.hint')}</dd>
    </div>
  )
}
