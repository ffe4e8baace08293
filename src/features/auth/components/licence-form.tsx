import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { todayOf } from '@/components/form/day-rules'
import { useFormRules } from '@/components/form/rules'
import { UploadPanel } from '@/components/form/upload/upload-panel'
import { Button } from '@/components/ui/button'
import { DayInput } from '@/components/ui/day-input'
import { Field } from '@/components/ui/field'
import { Input } from '@/components/ui/input'
import { useSession } from '@/entities/person'
import { focusFirstError } from '@/lib/focus'
import { isTooLong } from '@/lib/text-limit'
import { isDay } from '@/lib/typed-day'
import { useErrorText } from '@/lib/use-error-text'
import { textLimits } from '@/types/text-limits'
import type { SignUp } from '../use-sign-up'
import { Problem } from './problem'

const NUMBER_LIMIT = textLimits.driver_documents.number

/** The licence goes to the own folder in the session that the code gave; with it the application is complete. */
export function LicenceForm({ signUp: { finishing, forget } }: { signUp: SignUp }) {
  const { t } = useTranslation('signup')
  const errorText = useErrorText()
  const rules = useFormRules()
  const { user } = useSession()
  const [name] = useState(() => crypto.randomUUID())
  const [path, setPath] = useState('')
  const [number, setNumber] = useState('')
  const [expiresOn, setExpiresOn] = useState('')
  const [isShown, setShown] = useState(false)
  const today = todayOf(rules)
  const hasNumber = number.trim() !== '' && !isTooLong(number, NUMBER_LIMIT)
  const isLater = isDay(expiresOn) && expiresOn >= today
  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    setShown(true)
    const form = event.currentTarget
    if (path && hasNumber && isLater) void finishing.run({ path, expiresOn, number: number.trim() })
    else setTimeout(() => focusFirstError(form))
  }
  return (
    <form noValidate onSubmit={onSubmit} className="space-y-5">
      <section aria-label={t('licence.file')} className="space-y-1.5">
        <UploadPanel
          bucket="users"
          kind="document"
          path={`${user?.id}/license-${name}`}
          longestEdge={2000}
          hasCamera
          onDone={setPath}
        />
        {isShown && !path && (
          <p role="alert" className="text-sm text-bad">
            {t('licence.missing')}
          </p>
        )}
      </section>
      <Field
        label={t('licence.number')}
        limit={{ text: number, of: NUMBER_LIMIT }}
        error={isShown && !number.trim() ? t('licence.number_missing') : null}
      >
        {(control) => (
          <Input
            {...control}
            dir="ltr"
            autoComplete="off"
            value={number}
            onChange={({ target }) => setNumber(target.value)}
          />
        )}
      </Field>
      <Field label={t('licence.expires')} error={isShown && !isLater ? errorText('document_invalid') : null}>
        {(control) => (
          <DayInput
            {...control}
            label={t('licence.expires')}
            value={expiresOn}
            onChange={setExpiresOn}
            today={today}
            locale={rules.locale}
            min={today}
          />
        )}
      </Field>
      <Problem of={finishing} />
      <Button type="submit" variant="accent" size="lg" className="w-full" busy={finishing.busy}>
        {t('licence.send')}
      </Button>
      <Button variant="ghost" className="w-full" onClick={forget}>
        {t('licence.later')}
      </Button>
    </form>
  )
}
