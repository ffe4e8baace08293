import { type FormEvent, useId } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '@/components/ui/button'
import { OtpInput } from '@/components/ui/otp-input'
import { useErrorText } from '@/lib/use-error-text'
import { OTP_LENGTH } from '../model'
import type { SignIn } from '../use-sign-in'

/** The code that is on its way; another one; or back to the contact. */
export function CodeForm({ signIn }: { signIn: SignIn }) {
  const { t } = useTranslation('auth')
  const errorText = useErrorText()
  const noteId = useId()
  const { code, setCode, sentTo, renewals, problem, busy, verify, cancel, request } = signIn
  const onSubmit = (event: FormEvent) => {
    event.preventDefault()
    verify(code)
  }
  return (
    <form noValidate onSubmit={onSubmit} className="space-y-4">
      <OtpInput
        // A new code is typed into a field of its own, which takes the focus.
        key={renewals}
        label={t('code')}
        length={OTP_LENGTH}
        value={code}
        onChange={setCode}
        onComplete={verify}
        autoFocus
        aria-invalid={problem ? true : undefined}
        aria-describedby={noteId}
      />
      <p id={noteId} role="alert" className="text-sm text-bad empty:hidden">
        {problem ? errorText(problem) : ''}
      </p>
      <p role="status" className="text-sm text-muted empty:hidden">
        {renewals > 0 && !problem ? t('sent_again', { contact: sentTo }) : ''}
      </p>
      <Button type="submit" variant="accent" size="lg" className="w-full" busy={busy}>
        {t('verify')}
      </Button>
      <div className="flex items-center justify-between gap-4">
        <Button variant="ghost" onClick={cancel}>
          {t('common:cancel')}
        </Button>
        <Button variant="ghost" onClick={busy ? undefined : () => request()}>
          {t('again')}
        </Button>
      </div>
    </form>
  )
}
