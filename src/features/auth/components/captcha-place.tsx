import { useTranslation } from 'react-i18next'
import { ErrorBanner } from '@/components/ui/error-state'
import { AppError } from '@/lib/errors'
import { cn } from '@/lib/utils'
import { isOfCaptcha } from '../model'
import type { SignIn } from '../use-sign-in'

/** Where the captcha asks its question, or the page says that it failed. As long as there is neither, it takes no room. */
export function CaptchaPlace({ signIn: { captcha, problem, retry } }: { signIn: SignIn }) {
  const { t } = useTranslation('auth')
  const failure = problem && isOfCaptcha(problem) ? problem : null
  return (
    <div className={cn('space-y-3', !captcha.isAsking && !failure && 'absolute w-full')}>
      <p role="status" className="text-sm text-muted empty:hidden">
        {captcha.isAsking ? t('captcha') : ''}
      </p>
      <div ref={captcha.place} className="empty:hidden" />
      {failure && <ErrorBanner error={new AppError(failure)} onRetry={retry} />}
    </div>
  )
}
