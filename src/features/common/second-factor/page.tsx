import { type ReactNode, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Alert } from '@/components/ui/alert'
import { Button } from '@/components/ui/button'
import { type MissingFactor, useSession } from '@/entities/person'
import { focusHeading } from '@/lib/page/focus'
import { useErrorText } from '@/lib/server/use-error-text'
import { written } from '@/lib/typing/phone'
import { confirmSignIn } from './commands'
import { AppCode } from './components/app-code'
import { Enrolment } from './components/enrolment'
import { LostPhone } from './components/lost-phone'
import { useBegin } from './hooks/use-begin'

interface SecondFactorPageProps {
  /** What the person has to do; null once that is done, while the page still offers a second app. */
  missing: MissingFactor | null
  /** Called when the person begins to set up an app: the page then stays until `onLeave`. */
  onBegin: () => void
  onLeave: () => void
}

/** The page on which staff completes the sign-in: with the code of a second factor, or by setting one up. */
export function SecondFactorPage({ missing, onBegin, onLeave }: SecondFactorPageProps) {
  const [has, setHas] = useState(0)
  if (missing === 'verify') return <Verify />
  return <SetUp has={has} onBegin={onBegin} onAdded={() => setHas(has + 1)} onLeave={onLeave} />
}

interface FrameProps {
  title: string
  text: string
  children: ReactNode
}

function Frame({ title, text, children }: FrameProps) {
  const { t } = useTranslation('second_factor')
  const { profile, signOut } = useSession()
  return (
    <main id="main" className="mx-auto w-full max-w-[420px] px-4 py-12 md:py-20">
      <h1 className="text-2xl font-semibold">{title}</h1>
      <p className="mt-2 text-sm text-pretty text-muted">{text}</p>
      <div className="mt-8 space-y-6">{children}</div>
      <div className="mt-10 flex flex-wrap items-center justify-between gap-3 border-t border-line pt-4 text-sm text-muted">
        <span className="min-w-0 break-words">
          <bdi>{profile?.email || written(profile?.mobile ?? '')}</bdi>
        </span>
        <Button variant="ghost" size="sm" className="pointer-coarse:min-h-11" onClick={() => void signOut()}>
          {t('common:nav.sign_out')}
        </Button>
      </div>
    </main>
  )
}

function Verify() {
  const { t } = useTranslation('second_factor')
  return (
    <Frame title={t('verify_title')} text={t('verify_text')}>
      {/* The session notices the right code by itself, and the page that was asked for opens. */}
      <AppCode autoFocus check={confirmSignIn} onRight={() => {}} />
      <LostPhone />
    </Frame>
  )
}

interface SetUpProps {
  /** How many apps were set up on this page. */
  has: number
  onBegin: () => void
  onAdded: () => void
  onLeave: () => void
}

function SetUp({ has, onBegin, onAdded, onLeave }: SetUpProps) {
  const { t } = useTranslation('second_factor')
  const errorText = useErrorText()
  const { begun, canBegin, begin, end, busy, error } = useBegin()
  const isDone = has > 0
  const step = begun ? 'begun' : has
  // biome-ignore lint/correctness/useExhaustiveDependencies: each step replaces the button that was pressed, which had the focus
  useEffect(() => void focusHeading(), [step])
  const start = () => {
    onBegin()
    begin()
  }
  const added = () => {
    end()
    onAdded()
  }
  const title = isDone && !begun ? t(has > 1 ? 'done_two_title' : 'done_title') : t('enrol_title')
  const text = isDone && !begun ? t(has > 1 ? 'done_two_text' : 'done_text') : t('enrol_text')
  return (
    <Frame title={title} text={text}>
      {begun && <Enrolment key={begun.id} begun={begun} onDone={added} onCancel={end} />}
      {!begun && !isDone && <p className="text-sm text-pretty text-muted">{t('need_app')}</p>}
      {!canBegin && <Alert tone="warn">{t('no_address')}</Alert>}
      {!begun && error && <Alert tone="bad">{errorText(error)}</Alert>}
      {!begun && (
        <div className="flex flex-wrap gap-3">
          {canBegin && has < 2 && (
            <Button variant={isDone ? 'outline' : 'accent'} size="lg" busy={busy} onClick={start}>
              {t(isDone ? 'add_another' : 'begin')}
            </Button>
          )}
          {isDone && (
            <Button variant="accent" size="lg" onClick={onLeave}>
              {t('continue')}
            </Button>
          )}
        </div>
      )}
    </Frame>
  )
}
