import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '@/components/ui/button'
import { paths } from '@/config/paths'
import { useErrorText } from '@/lib/server/use-error-text'
import { dropSession, endedContact } from '@/lib/session/ended-session'
import { useSignIn } from '../../hooks/use-sign-in'
import { isOfCaptcha, withCode } from '../../model/contact'
import { CaptchaSlot } from '../captcha-slot'
import { CodeForm } from '../code-form'

/**
 * Says that the session was ended elsewhere, and asks for a code, on the page of the trip that the person is on. The page goes on
 * once the code is right.
 */
export function SignInAgain() {
  const { t } = useTranslation('kept')
  const errorText = useErrorText()
  const titleId = useId()
  const signIn = useSignIn()
  const contact = endedContact()
  const problem = signIn.problem && !isOfCaptcha(signIn.problem) ? signIn.problem : null
  // Another person of this device starts anew, without anything of this one.
  const leave = () => {
    dropSession()
    window.location.assign(paths.login)
  }
  return (
    <section
      role="alert"
      aria-labelledby={titleId}
      className="space-y-3 rounded-card border border-line bg-card p-4 text-sm text-pretty"
    >
      <h2 id={titleId} className="text-base font-semibold">
        {t('ended.title')}
      </h2>
      <p>{t('ended.text')}</p>
      {signIn.sentTo ? (
        <CodeForm signIn={signIn} />
      ) : (
        <div className="space-y-2">
          {problem && <p className="text-bad">{withCode(errorText(problem), signIn.problemCode)}</p>}
          {contact && (
            <Button
              variant="accent"
              size="lg"
              className="w-full"
              busy={signIn.busy}
              onClick={() => signIn.request(contact)}
            >
              {t('ended.send')}
            </Button>
          )}
          {contact && (
            <p className="text-center text-muted">
              <bdi className="wrap-anywhere">{contact}</bdi>
            </p>
          )}
          <Button variant="ghost" size="lg" className="w-full" onClick={leave}>
            {t('ended.leave')}
          </Button>
        </div>
      )}
      <CaptchaSlot signIn={signIn} />
    </section>
  )
}
