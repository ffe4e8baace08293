import type { FormEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { Button } from '@/components/ui/button'
import { usePhoneHint } from '@/components/ui/phone-hint'
import { Segmented } from '@/components/ui/segmented'
import { paths } from '@/config/paths'
import { useOfferWords } from '@/entities/settings'
import { focusFirstError } from '@/lib/page/focus'
import { PHONE_LIMIT } from '@/lib/typing/phones'
import { textLimits } from '@/types/text-limits'
import type { SignUp } from '../hooks/use-sign-up'
import { isOfCaptcha } from '../model/contact'
import type { SignUpRole } from '../model/sign-up'
import { CarFields } from './car-fields'
import { Problem } from './problem'
import { ReferralField } from './referral-field'
import { TextLine } from './text-line'

const roles: readonly SignUpRole[] = ['rider', 'driver']

export function SignUpForm({ signUp }: { signUp: SignUp }) {
  const { t } = useTranslation('signup')
  const offer = useOfferWords()
  const { usertype, setUsertype, send, sending, signIn } = signUp
  const phoneHint = usePhoneHint(signUp.form.mobile)
  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = event.currentTarget
    void send().then((isSent) => isSent || focusFirstError(form))
  }
  return (
    <form noValidate onSubmit={onSubmit} className="space-y-5">
      <Segmented
        label={t('wish')}
        value={usertype}
        onChange={setUsertype}
        options={roles.map((value) => ({ value, label: t(`wishes.${value}`, offer) }))}
      />
      <div className="grid gap-5 sm:grid-cols-2">
        <TextLine signUp={signUp} name="first_name" autoComplete="given-name" limit={textLimits.profiles.first_name} />
        <TextLine signUp={signUp} name="last_name" autoComplete="family-name" limit={textLimits.profiles.last_name} />
      </div>
      <TextLine signUp={signUp} name="email" type="email" autoComplete="email" limit={textLimits.profiles.email} />
      <TextLine
        signUp={signUp}
        name="mobile"
        type="tel"
        autoComplete="tel"
        limit={PHONE_LIMIT}
        hint={phoneHint ?? (usertype === 'rider' ? t('one_contact') : null)}
      />
      {usertype === 'driver' && <CarFields signUp={signUp} />}
      <ReferralField signUp={signUp} />
      <Problem of={sending} />
      <Problem of={{ error: signIn.problem && !isOfCaptcha(signIn.problem) ? { key: signIn.problem } : null }} />
      <Button type="submit" variant="accent" size="lg" className="w-full" busy={sending.busy || signIn.busy}>
        {t('auth:request')}
      </Button>
      <p className="text-sm text-muted">
        {t('known')}{' '}
        <Link to={paths.login} className="font-medium text-ink underline underline-offset-4">
          {t('auth:title')}
        </Link>
      </p>
    </form>
  )
}
