import { type FormEvent, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Alert } from '@/components/ui/alert'
import { Button } from '@/components/ui/button'
import {
  Dialog,
  DialogContent,
  DialogDescription,
  DialogFooter,
  DialogHeader,
  DialogTitle
} from '@/components/ui/dialog'
import { Field } from '@/components/ui/field'
import { Input } from '@/components/ui/input'
import { usePhoneHint } from '@/components/ui/phone-hint'
import { saveOwnDetails, useSession } from '@/entities/person'
import { focusFirstError } from '@/lib/page/focus'
import { useCommand } from '@/lib/server/use-command'
import { useErrorText } from '@/lib/server/use-error-text'
import { PHONE_LIMIT, phoneProblem, readTypedPhone, useTypedPhone } from '@/lib/typing/phones'
import { isTooLong } from '@/lib/typing/text-limit'
import { textLimits } from '@/types/text-limits'
import { useBookingDraft, useBookingOrder } from '../hooks/use-booking-screen'
import { declineNumber } from '../model/declined-number'
import { EmailStep } from './email-step'

const limits = textLimits.profiles

interface Details {
  first: string
  last: string
  mobile: string
}

/** Returns the error key of each field that is asked for and not valid. `hasNumber` says whether the number can be read. */
function problemsOf({ first, last, mobile }: Details, asked: { names: boolean; number: boolean }, hasNumber: boolean) {
  return {
    first: asked.names && !first.trim() ? 'first_name_required' : null,
    last: asked.names && !last.trim() ? 'last_name_required' : null,
    mobile: asked.number && !hasNumber ? phoneProblem(mobile) : null,
    isLong: isTooLong(first, limits.first_name) || isTooLong(last, limits.last_name) || isTooLong(mobile, PHONE_LIMIT)
  }
}

/**
 * The dialog that asks a new rider for what a booking lacks, and then books: name and phone number at once, then an email
 * address, which only its code proves.
 */
export function YouDialog() {
  const { dispatch } = useBookingDraft()
  const { lacks, proceed } = useBookingOrder()
  // Saving fills in the profile, so what is asked for is what was missing when the dialog opened.
  const [asked] = useState(lacks)
  const [asksEmail, setAsksEmail] = useState(!asked.names && !asked.number)
  return (
    <Dialog open onOpenChange={(open) => !open && dispatch({ do: 'ask', question: null })}>
      <DialogContent>
        {asksEmail ? (
          <EmailStep onDone={proceed} />
        ) : (
          <DetailsStep asked={asked} onDone={() => (asked.email ? setAsksEmail(true) : proceed())} />
        )}
      </DialogContent>
    </Dialog>
  )
}

interface DetailsStepProps {
  asked: { names: boolean; number: boolean; email: boolean }
  onDone: () => void
}

/** Asks for name and phone number. The number is optional, and a rider who books without one is not asked again. */
function DetailsStep({ asked, onDone }: DetailsStepProps) {
  const { t } = useTranslation('booking_dialogs')
  const errorText = useErrorText()
  const { userId } = useBookingDraft()
  const { profile, refreshProfile } = useSession()
  const [details, setDetails] = useState<Details>({
    first: profile?.first_name?.trim() ?? '',
    last: profile?.last_name?.trim() ?? '',
    mobile: ''
  })
  const [tried, setTried] = useState<{ number: boolean } | null>(null)
  const form = useRef<HTMLFormElement>(null)
  const phoneHint = usePhoneHint(details.mobile)
  const hasNumber = useTypedPhone(details.mobile) !== null
  const problems = problemsOf(
    details,
    { names: asked.names, number: asked.number && tried?.number !== false },
    hasNumber
  )
  const shown = (key: string | null) => (tried && key ? errorText(key) : null)
  const saving = useCommand(saveOwnDetails, {
    onDone: async () => {
      await refreshProfile()
      onDone()
    }
  })
  const go = async (number: boolean) => {
    const read = asked.number && number ? await readTypedPhone(details.mobile) : null
    const wrong = problemsOf(details, { names: asked.names, number: asked.number && number }, read !== null)
    setTried({ number })
    if (wrong.first || wrong.last || wrong.mobile || wrong.isLong) {
      // The errors are drawn first.
      requestAnimationFrame(() => form.current && focusFirstError(form.current))
      return
    }
    if (!number && userId) declineNumber(userId)
    if (!asked.names && !number) onDone()
    else
      void saving.run({
        ...(asked.names && { firstName: details.first.trim(), lastName: details.last.trim() }),
        ...(asked.number && number && { mobile: details.mobile.trim() })
      })
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    void go(true)
  }
  const set = (field: keyof Details) => (event: { target: { value: string } }) => {
    setDetails({ ...details, [field]: event.target.value })
    saving.reset()
  }
  const title = !asked.names ? errorText('phone_no_update') : t(asked.number ? 'you.title' : 'you.title_name')
  return (
    <form noValidate ref={form} onSubmit={submit}>
      <DialogHeader>
        <DialogTitle>{title}</DialogTitle>
        <DialogDescription className="text-pretty">
          {asked.names ? t(asked.number ? 'you.why' : 'you.why_name') : t('phone.why')}
        </DialogDescription>
      </DialogHeader>
      <div className="space-y-4">
        {asked.names && (
          <>
            <Field
              label={t('you.first')}
              limit={{ text: details.first, of: limits.first_name }}
              error={shown(problems.first)}
            >
              {(control) => (
                <Input {...control} autoComplete="given-name" value={details.first} onChange={set('first')} />
              )}
            </Field>
            <Field
              label={t('you.last')}
              limit={{ text: details.last, of: limits.last_name }}
              error={shown(problems.last)}
            >
              {(control) => (
                <Input {...control} autoComplete="family-name" value={details.last} onChange={set('last')} />
              )}
            </Field>
          </>
        )}
        {asked.number && (
          <Field
            label={t('you.mobile')}
            hint={phoneHint}
            limit={{ text: details.mobile, of: PHONE_LIMIT }}
            error={shown(problems.mobile)}
          >
            {(control) => (
              <Input
                {...control}
                type="tel"
                dir="ltr"
                autoComplete="tel"
                className="rtl:text-right"
                value={details.mobile}
                onChange={set('mobile')}
              />
            )}
          </Field>
        )}
        {asked.email && <p className="text-sm text-muted">{t('you.email')}</p>}
        {saving.error && <Alert tone="bad">{errorText(saving.error)}</Alert>}
      </div>
      <DialogFooter>
        {asked.number && (
          <Button type="button" size="lg" busy={saving.busy && tried?.number === false} onClick={() => void go(false)}>
            {t('phone.without')}
          </Button>
        )}
        <Button type="submit" size="lg" variant="accent" busy={saving.busy && tried?.number === true}>
          {t(asked.email ? 'you.go_on' : 'you.go')}
        </Button>
      </DialogFooter>
    </form>
  )
}
