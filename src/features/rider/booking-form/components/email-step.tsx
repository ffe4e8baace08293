import type { FormEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '@/components/ui/button'
import { DialogDescription, DialogFooter, DialogHeader, DialogTitle } from '@/components/ui/dialog'
import { Field } from '@/components/ui/field'
import { Input } from '@/components/ui/input'
import { ContactCode, useContactChange } from '@/entities/person'
import { focusFirstError } from '@/lib/page/focus'
import { useErrorText } from '@/lib/server/use-error-text'
import { textLimits } from '@/types/text-limits'

/** Asks a rider without an email address for one and for the code that is sent to it. */
export function EmailStep({ onDone }: { onDone: () => void }) {
  const { t } = useTranslation('booking_dialogs')
  const errorText = useErrorText()
  const change = useContactChange('email', null, onDone)
  const { sentTo, problem } = change
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = event.currentTarget
    if (sentTo) change.confirm(change.code)
    else void change.request().then(() => focusFirstError(form))
  }
  return (
    <form noValidate onSubmit={submit}>
      <DialogHeader>
        <DialogTitle>{t('you_email.title')}</DialogTitle>
        <DialogDescription className="text-pretty">
          {sentTo ? t('you_email.sent', { contact: sentTo }) : t('you_email.why')}
        </DialogDescription>
      </DialogHeader>
      {sentTo ? (
        <ContactCode label={t('you_email.code')} sentTo={sentTo} change={change} />
      ) : (
        <Field
          label={t('you_email.label')}
          error={problem ? errorText(problem) : null}
          limit={{ text: change.text, of: textLimits.profiles.email }}
        >
          {(control) => (
            <Input
              {...control}
              type="email"
              autoComplete="email"
              value={change.text}
              onChange={(event) => change.edit(event.target.value)}
            />
          )}
        </Field>
      )}
      <DialogFooter>
        {sentTo && (
          <Button size="lg" onClick={change.cancel}>
            {t('you_email.other')}
          </Button>
        )}
        <Button type="submit" size="lg" variant="accent" busy={change.busy}>
          {t(sentTo ? 'you_email.confirm' : 'you_email.send')}
        </Button>
      </DialogFooter>
    </form>
  )
}
