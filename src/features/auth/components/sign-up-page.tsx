import { lazy, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, Navigate } from 'react-router-dom'
import { Button } from '@/components/ui/button'
import { LiveRegion } from '@/components/ui/live-region'
import { Spinner } from '@/components/ui/spinner'
import { loginPath, paths } from '@/config/paths'
import { useSession } from '@/entities/person'
import { loadAgain } from '@/lib/load-again'
import { loadWithWords } from '@/lib/load-with-words'
import { applicant } from '@/lib/push-device'
import { useIsApproved } from '../use-application'
import { type SignUp, useSignUp } from '../use-sign-up'
import { CodeForm } from './code-form'
import { SignUpForm } from './sign-up-form'
import { WelcomeRider } from './welcome-rider'

/** Riders do without what uploads files. */
const LicenceForm = lazy(async () => ({ default: (await loadAgain(() => import('./licence-form'))).LicenceForm }))

const PushAsk = lazy(async () => ({ default: (await loadWithWords(() => import('@/entities/push'))).PushAsk }))

/** Where on the way from the form to the account somebody is. */
function stepOf({ kept, signIn }: SignUp, isSignedIn: boolean) {
  if (kept?.sent) return 'sent'
  if (kept && isSignedIn) return kept.usertype === 'driver' ? 'licence' : 'welcome'
  return kept && signIn.sentTo ? 'code' : 'form'
}

/** A new account: as a rider, or as somebody who wants to drive. */
export function SignUpPage() {
  const { t } = useTranslation('signup')
  const { status } = useSession()
  const signUp = useSignUp()
  const { kept } = signUp
  const isApproved = useIsApproved(kept?.sent && !kept.approved ? kept.uid : null) || kept?.approved === true
  // A signed-in user without a pending form already has an account.
  if (status === 'signed_in' && !signUp.kept) return <Navigate to={paths.login} replace />
  if (status === 'loading')
    return (
      <main id="main" className="grid min-h-96 place-items-center">
        <Spinner />
      </main>
    )
  const step = stepOf(signUp, status === 'signed_in')
  const text = {
    form: t(`form.${signUp.usertype}`),
    code: t('auth:code_text', { contact: signUp.signIn.sentTo }),
    licence: t('licence.text'),
    welcome: t('welcome.text'),
    sent: t(isApproved ? 'sent.approved' : 'sent.text')
  }[step]
  const ready = step === 'sent' && isApproved
  const title = step === 'code' ? t('auth:code_title') : t(ready ? 'sent.approved_title' : `${step}.title`)
  return (
    <main id="main" className="mx-auto w-full max-w-[520px] px-4 py-10 md:py-16">
      <h1 className="text-2xl font-semibold">{title}</h1>
      <p className="mt-2 text-sm text-pretty text-muted">{text}</p>
      <div className="mt-8 space-y-6">
        {step === 'form' && <SignUpForm signUp={signUp} />}
        {step === 'code' && <CodeForm signIn={{ ...signUp.signIn, cancel: () => cancel(signUp) }} />}
        {step === 'licence' && (
          <Suspense fallback={<Spinner />}>
            <LicenceForm signUp={signUp} />
          </Suspense>
        )}
        {step === 'welcome' && <WelcomeRider signUp={signUp} />}
        {step === 'sent' && <NextSteps signUp={signUp} isApproved={isApproved} />}
      </div>
      <LiveRegion>{ready ? `${title}. ${text}` : ''}</LiveRegion>
    </main>
  )
}

function cancel({ signIn, forget }: SignUp) {
  signIn.cancel()
  forget()
}

/** What happens after a driver's application. */
function NextSteps({ signUp: { kept, forget }, isApproved }: { signUp: SignUp; isApproved: boolean }) {
  const { t } = useTranslation('signup')
  if (isApproved)
    return (
      <Button asChild variant="accent" size="lg" className="w-full">
        <Link to={loginPath(paths.drive)} onClick={forget}>
          {t('auth:title')}
        </Link>
      </Button>
    )
  return (
    <>
      <ol className="list-inside list-decimal space-y-3 text-sm marker:text-muted">
        {['check', 'call', 'sign_in'].map((key) => (
          <li key={key}>{t(`sent.steps.${key}`)}</li>
        ))}
      </ol>
      {kept && (
        <Suspense>
          <PushAsk userId={applicant(kept.uid)} about="approval" />
        </Suspense>
      )}
      <Button asChild variant="outline" size="lg" className="w-full">
        <Link to={paths.home} onClick={forget}>
          {t('sent.home')}
        </Link>
      </Button>
    </>
  )
}
