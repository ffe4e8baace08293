import { CircleX } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { Button } from '@/components/ui/button'
import { EmptyState } from '@/components/ui/empty-state'
import { Loading } from '@/components/ui/loading'
import { Skeleton } from '@/components/ui/skeleton'
import { paths } from '@/config/paths'
import { toAppError } from '@/lib/server/errors'
import { useErrorText } from '@/lib/server/use-error-text'

/** Errors of a link that leads to no payment; trying again would not help. */
const GONE = ['booking_not_found', 'payment_not_found']

/** Shown until a payment or bill has loaded, or with the error if it cannot be loaded. */
export function UnknownYet({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  const { t } = useTranslation('pay')
  const errorText = useErrorText()
  if (!error) {
    return (
      <Loading label={t('page.loading')}>
        <Skeleton className="h-64 rounded-card" />
      </Loading>
    )
  }
  if (GONE.includes(toAppError(error).key)) {
    return (
      <EmptyState
        icon={CircleX}
        heading="h1"
        title={t('unknown.title')}
        action={
          <Button asChild>
            <Link to={paths.contact}>{t('unknown.ask')}</Link>
          </Button>
        }
      >
        {t('unknown.text')}
      </EmptyState>
    )
  }
  return (
    <EmptyState
      icon={CircleX}
      heading="h1"
      title={errorText(error)}
      action={<Button onClick={onRetry}>{t('common:retry')}</Button>}
    />
  )
}
