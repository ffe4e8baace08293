import { type FormEvent, useId } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '@/components/ui/button'
import { SignInCode } from '@/components/ui/sign-in-code'
import { focusFirstError } from '@/lib/page/focus'
import { useErrorText } from '@/lib/server/use-error-text'
import { useNow } from '@/lib/time/use-now'
import { useShownPhone } from '@/lib/typing/phones'
import type { SignIn } from '../hooks/use-sign-in'
import { isOfCaptcha, withCode } from '../model/contact'

/** The form for the one-time code, with buttons to request another code and to change the email address or phone number. */
export function CodeForm({ signIn }: { signIn: SignIn }) {
  const { t } = useTranslation('auth')
  const errorText = useErrorText()
  const noteId = useId()
  const { code, setCode, sentTo, renewals, problemCode, busy, verify, cancel, request, againAt } = signIn
  const shownTo = useShownPhone(sentTo ?? '')
  const problem = signIn.problem && !isOfCaptcha(signIn.problem) ? signIn.problem : null
  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    verify(code)
    focusFirstError(event.currentTarget)
  }
  return (
    <form noValidate onSubmit={onSubmit} className="space-y-4">
      <SignInCode
        // Each new code gets a new, empty input, which takes the focus.
        key={renewals}
        label={t('code')}
        sentTo={sentTo ?? ''}
        value={code}
        onChange={setCode}
        onComplete={verify}
        autoFocus
        aria-invalid={problem ? true : undefined}
        aria-describedby={noteId}
      />
      <p id={noteId} role="alert" className="text-sm text-bad empty:hidden">
        {problem ? withCode(errorText(problem), problemCode) : ''}
      </p>
      <p role="status" className="text-sm text-muted empty:hidden">
        {renewals > 0 && !signIn.problem ? t('sent_again', { contact: shownTo }) : ''}
      </p>
      <Button type="submit" variant="accent" size="lg" className="w-full" busy={busy}>
        {t('verify')}
      </Button>
      <div className="flex items-center justify-between gap-4">
        <Button variant="ghost" onClick={cancel}>
          {t('common:cancel')}
        </Button>
        <Again at={againAt} busy={busy} onPress={() => void request(sentTo ?? '')} />
      </div>
    </form>
  )
}

/** The button that requests another code; enabled once the previous code has had time to arrive. */
function Again({ at, busy, onPress }: { at: number; busy: boolean; onPress: () => void }) {
  const { t } = useTranslation('auth')
  const seconds = Math.ceil((at - useNow(1000)) / 1000)
  const waits = seconds > 0
  return (
    <Button variant="ghost" disabled={waits} className="tabular" onClick={busy ? undefined : onPress}>
      {waits ? t('again_in', { seconds }) : t('again')}
    </Button>
  )
}
