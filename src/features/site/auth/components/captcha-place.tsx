import { useTranslation } from 'react-i18next'
import { Alert } from '@/components/ui/alert'
import { cn } from '@/lib/utils'
import type { SignIn } from '../hooks/use-sign-in'
import { isOfCaptcha } from '../model/contact'

/** Where the captcha asks its question, or the page says that it failed. As long as there is neither, it takes no room. */
export function CaptchaPlace({ signIn: { captcha, problem, retry } }: { signIn: SignIn }) {
  const { t } = useTranslation('captcha')
  const failure = problem && isOfCaptcha(problem) ? problem : null
  return (
    <div className={cn('space-y-3', !captcha.isAsking && !failure && 'absolute w-full')}>
      <p role="status" className="text-sm text-muted empty:hidden">
        {captcha.isAsking ? t('ask') : ''}
      </p>
      <div ref={captcha.place} className="empty:hidden" />
      {failure && (
        <Alert
          tone="bad"
          action={
            <button type="button" onClick={retry} className="min-h-6 font-semibold underline underline-offset-4">
              {t('common:retry')}
            </button>
          }
        >
          {t(failure)}
        </Alert>
      )}
    </div>
  )
}
