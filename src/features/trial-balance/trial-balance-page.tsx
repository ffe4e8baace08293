import { Scale } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router-dom'
import { EmptyState } from '@/components/ui/empty-state'
import { ErrorBanner } from '@/components/ui/error-state'
import { Pending } from '@/components/ui/pending'
import { Skeleton } from '@/components/ui/skeleton'
import { useFormat, useSettings } from '@/entities/settings'
import { serverNow } from '@/lib/server-clock'
import { dayOf } from '@/lib/zoned'
import { useTrialBalance } from './api'
import { BooksTable } from './books-table'
import { ExportBooks } from './export-books'
import { readPeriod } from './period'
import { PeriodPicker } from './period-picker'

/** The books of a month, or of any two days: every account, and sums that must agree. */
export function TrialBalancePage() {
  const { t } = useTranslation('trial_balance')
  const { locale, timeZone } = useFormat()
  const { settings } = useSettings()
  const [params, setParams] = useSearchParams()
  const period = readPeriod(params, dayOf(serverNow(), timeZone))
  const { data, error, mutate } = useTrialBalance(period)
  const isOld = data?.from !== period.from || data.to !== period.to
  return (
    <main id="main" className="w-full space-y-5 px-4 py-5 md:px-6">
      <header className="flex flex-wrap items-center gap-x-6 gap-y-3">
        <h1 className="flex items-baseline gap-2.5 text-xl font-semibold md:text-2xl">
          {t('title')}
          <span className="text-sm font-normal text-muted">{settings?.code}</span>
        </h1>
        <PeriodPicker period={period} locale={locale} timeZone={timeZone} onChange={(next) => setParams({ ...next })} />
        {data && data.accounts.length > 0 && !isOld && <ExportBooks accounts={data.accounts} period={period} />}
      </header>
      {error && data ? <ErrorBanner error={error} onRetry={() => void mutate()} /> : null}
      {!data && (
        <Pending error={error} onRetry={() => void mutate()}>
          <Skeleton className="h-96" />
        </Pending>
      )}
      {data?.accounts.length === 0 && (
        <EmptyState icon={Scale} title={t('common:no_data')}>
          {t('empty')}
        </EmptyState>
      )}
      {data && data.accounts.length > 0 && <BooksTable accounts={data.accounts} isOld={isOld} />}
      <p className="text-sm text-pretty text-muted">{t('explain')}</p>
    </main>
  )
}
