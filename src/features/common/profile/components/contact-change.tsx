import type { FormEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { Alert } from '@/components/ui/alert'
import { Button } from '@/components/ui/button'
import { Field } from '@/components/ui/field'
import { Input } from '@/components/ui/input'
import { usePhoneHint } from '@/components/ui/phone-hint'
import { ContactCode, type ContactKind, useContactChange } from '@/entities/person'
import { focusFirstError } from '@/lib/page/focus'
import { useErrorText } from '@/lib/server/use-error-text'
import { PHONE_LIMIT, useShownPhone } from '@/lib/typing/phones'
import { textLimits } from '@/types/text-limits'

interface ContactChangeProps {
  kind: ContactKind
  /** The address or number that the change replaces. */
  current: string | null
  onDone?: (() => void) | undefined
}

/** Changes the email address or phone number for signing in. The change applies once its code has been entered. */
export function ContactChange({ kind, current, onDone }: ContactChangeProps) {
  const { t } = useTranslation('profile')
  const errorText = useErrorText()
  const change = useContactChange(kind, current, onDone)
  const { sentTo, problem } = change
  const shownTo = useShownPhone(sentTo ?? '')
  const phoneHint = usePhoneHint(kind === 'phone' ? change.text : '')
  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = event.currentTarget
    if (sentTo) change.confirm(change.code)
    void (sentTo ? Promise.resolve() : change.request()).then(() => focusFirstError(form))
  }
  return (
    <form noValidate onSubmit={onSubmit} className="mt-6 space-y-4">
      {sentTo ? (
        <>
          <p className="text-sm text-muted">{t('code_sent', { contact: shownTo })}</p>
          <ContactCode label={t('code')} sentTo={sentTo} change={change} />
        </>
      ) : (
        <Field
          label={t(`new_${kind}`)}
          hint={phoneHint ?? t(`new_${kind}_hint`)}
          error={problem ? errorText(problem) : null}
          limit={{ text: change.text, of: kind === 'email' ? textLimits.profiles.email : PHONE_LIMIT }}
        >
          {(control) => (
            <Input
              {...control}
              type={kind === 'email' ? 'email' : 'tel'}
              autoComplete={kind === 'email' ? 'email' : 'tel'}
              value={change.text}
              onChange={(event) => change.edit(event.target.value)}
            />
          )}
        </Field>
      )}
      {change.isDone && <Alert tone="ok">{t('contact_changed')}</Alert>}
      <div className="flex gap-3">
        <Button type="submit" variant="outline" busy={change.busy}>
          {sentTo ? t('confirm') : t('send_code')}
        </Button>
        {sentTo && (
          <Button variant="ghost" onClick={change.cancel}>
            {t('common:cancel')}
          </Button>
        )}
      </div>
    </form>
  )
}
