import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, Navigate } from 'react-router-dom'
import { Button } from '@/components/ui/button'
import { ErrorBanner } from '@/components/ui/error-state'
import { LiveRegion } from '@/components/ui/live-region'
import { Spinner } from '@/components/ui/spinner'
import { loginPath, paths } from '@/config/paths'
import { useSession } from '@/entities/person'
import { useFirmName, useOfferWords } from '@/entities/settings'
import { applicant } from '@/lib/page/push-device'
import { useShownPhone } from '@/lib/typing/phones'
import { CaptchaSlot } from './components/captcha-slot'
import { CodeForm } from './components/code-form'
import { SignUpForm } from './components/sign-up-form'
import { WelcomeRider } from './components/welcome-rider'
import { type Application, useApplication } from './hooks/use-application'
import { type SignUp, useSignUp } from './hooks/use-sign-up'

/** The step for uploading papers. It is loaded only for drivers, because it needs the file upload and its texts. */
const PapersStep = lazy(() => import('./components/papers-step').then((part) => ({ default: part.PapersStep })))

const WaitingApplication = lazy(() =>
  import('./components/waiting-application').then((part) => ({ default: part.WaitingApplication }))
)

const PushAsk = lazy(() => import('@/entities/push').then((part) => ({ default: part.PushAsk })))

/** Returns the current step of this person's sign-up. */
function stepOf({ kept, signIn }: SignUp, isSignedIn: boolean) {
  if (kept?.sent) return 'sent'
  if (kept && isSignedIn) return kept.usertype === 'driver' ? 'papers' : 'welcome'
  return kept && signIn.sentTo ? 'code' : 'form'
}

/**
 * Returns the state of the application that the page shows. Until the server has responded, it is "waiting". If the server no
 * longer has the application, it is "gone".
 */
const partOf = (application: Application | undefined) =>
  application && application.state !== 'waiting' ? (application.state ?? 'gone') : 'waiting'

/** The page on which riders and drivers sign up. */
export function SignUpPage() {
  const { t } = useTranslation('signup')
  const { status } = useSession()
  const firm = useFirmName()
  const offer = useOfferWords()
  const signUp = useSignUp()
  const { kept } = signUp
  const [wasSent] = useState(kept?.sent === true)
  const sentTo = useShownPhone(signUp.signIn.sentTo ?? '')
  const application = useApplication(kept?.sent ? kept.uid : null)
  // A signed-in user without a pending form already has an account.
  if (status === 'signed_in' && (!kept || wasSent)) return <Navigate to={paths.login} replace />
  if (status === 'loading')
    return (
      <main id="main" className="grid min-h-96 place-items-center">
        <Spinner />
      </main>
    )
  const step = stepOf(signUp, status === 'signed_in')
  const part = partOf(application.data)
  const decided = step === 'sent' && part !== 'waiting'
  const text = {
    form: t(`form.${signUp.usertype}`, offer),
    code: t('auth:code_text', { contact: sentTo }),
    papers: t('papers.text'),
    welcome: t('welcome.text'),
    sent: t(decided ? `sent.${part}` : 'sent.text')
  }[step]
  const title = {
    form: t(`form.title.${signUp.usertype}`, { name: firm }),
    code: t('auth:code_title'),
    papers: t('papers.title'),
    welcome: t('welcome.title'),
    sent: t(decided ? `sent.${part}_title` : 'sent.title')
  }[step]
  return (
    <main id="main" className="mx-auto w-full max-w-[520px] px-4 py-10 md:py-16">
      <h1 className="text-2xl font-semibold">{title}</h1>
      <p className="mt-2 text-sm text-pretty text-muted">{text}</p>
      <div className="relative mt-8 space-y-6">
        {step === 'form' && <SignUpForm signUp={signUp} />}
        {step === 'code' && <CodeForm signIn={{ ...signUp.signIn, cancel: () => cancel(signUp) }} />}
        <CaptchaSlot signIn={signUp.signIn} />
        {step === 'papers' && (
          <Suspense fallback={<Spinner />}>
            <PapersStep signUp={signUp} />
          </Suspense>
        )}
        {step === 'welcome' && <WelcomeRider signUp={signUp} />}
        {step === 'sent' && <Sent signUp={signUp} application={application} />}
      </div>
      <LiveRegion>{decided ? `${title}. ${text}` : ''}</LiveRegion>
    </main>
  )
}

function cancel({ signIn, forget }: SignUp) {
  signIn.cancel()
  forget()
}

interface SentProps {
  signUp: SignUp
  application: ReturnType<typeof useApplication>
}

/** The state of a driver's application, and what to do next. */
function Sent({ signUp: { kept, forget }, application: { data, error, mutate } }: SentProps) {
  const { t } = useTranslation('signup')
  const part = partOf(data)
  if (part === 'approved')
    return (
      <Button asChild variant="accent" size="lg" className="w-full">
        <Link to={loginPath(paths.drive)} onClick={forget}>
          {t('auth:title')}
        </Link>
      </Button>
    )
  if (part === 'gone')
    return (
      <Button variant="accent" size="lg" className="w-full" onClick={forget}>
        {t('sent.again')}
      </Button>
    )
  return (
    <>
      {error ? <ErrorBanner error={error} onRetry={() => void mutate()} /> : null}
      {kept && part === 'waiting' && (
        <Suspense fallback={<Spinner />}>
          {data && <WaitingApplication signUpId={kept.uid} application={data} />}
          <PushAsk userId={applicant(kept.uid)} about="approval" />
        </Suspense>
      )}
      <Button asChild variant="outline" size="lg" className="w-full">
        <Link to={paths.home}>{t('sent.home')}</Link>
      </Button>
      <Button variant="ghost" size="lg" className="w-full" onClick={forget}>
        {t('sent.other')}
      </Button>
    </>
  )
}
