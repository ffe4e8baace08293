import { CircleX } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Button } from '@/components/ui/button'
import { EmptyState } from '@/components/ui/empty-state'
import { Loading } from '@/components/ui/loading'
import { Skeleton } from '@/components/ui/skeleton'
import { useErrorText } from '@/lib/use-error-text'

/** Shown until a payment or bill has loaded, or with the error if it cannot be loaded. */
export function UnknownYet({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  const { t } = useTranslation('pay')
  const errorText = useErrorText()
  return error ? (
    <EmptyState
      icon={CircleX}
      heading="h1"
      title={errorText(error)}
      action={<Button onClick={onRetry}>{t('common:retry')}</Button>}
    />
  ) : (
    <Loading label={t('page.loading')}>
      <Skeleton className="h-64 rounded-card" />
    </Loading>
  )
}
