import { CloudOff } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { useErrorText } from '@/lib/server/use-error-text'
import { Alert } from './alert'
import { Button } from './button'
import { EmptyState } from './empty-state'

interface ErrorStateProps {
  error: unknown
  onRetry?: () => void
  className?: string
}

interface PlaceProps extends ErrorStateProps {
  /** Level of the heading: 'h1' if this is the page's only content. */
  heading?: 'h1' | 'h2'
}

/** Shown if nothing could be loaded: the reason, and a button that tries again. */
export function ErrorState({ error, onRetry, className, heading = 'h2' }: PlaceProps) {
  const { t } = useTranslation()
  const errorText = useErrorText()
  return (
    <EmptyState
      icon={CloudOff}
      heading={heading}
      title={t('load_failed')}
      {...(className ? { className } : {})}
      action={onRetry && <Button onClick={onRetry}>{t('retry')}</Button>}
    >
      {errorText(error)}
    </EmptyState>
  )
}

/**
 * Says that something could not be loaded or done, while the rest of the page stays: the reason, and a button that tries again.
 */
export function ErrorBanner({ error, onRetry, className }: ErrorStateProps) {
  const { t } = useTranslation()
  const errorText = useErrorText()
  return (
    <Alert
      tone="bad"
      {...(className ? { className } : {})}
      action={
        onRetry && (
          <button type="button" onClick={onRetry} className="min-h-6 font-semibold underline underline-offset-4">
            {t('retry')}
          </button>
        )
      }
    >
      {errorText(error)}
    </Alert>
  )
}
