import { type FormEvent, lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { Alert } from '@/components/ui/alert'
import { Button } from '@/components/ui/button'
import { Field } from '@/components/ui/field'
import { Input } from '@/components/ui/input'
import { usePhoneHint } from '@/components/ui/phone-hint'
import { paths } from '@/config/paths'
import { useSettings } from '@/entities/settings'
import { isCountry } from '@/lib/format/countries'
import { focusFirstError } from '@/lib/page/focus'
import { useErrorText } from '@/lib/server/use-error-text'
import { useShownPhone } from '@/lib/typing/phones'
import { textLimits } from '@/types/text-limits'
import { CaptchaSlot } from './components/captcha-slot'
import { CodeForm } from './components/code-form'
import { CountryField } from './components/country-field'
import { type SignIn, useSignIn } from './hooks/use-sign-in'
import { isOfCaptcha, visibleNotice, withCode } from './model/contact'
import { readApplication } from './model/sign-up'

const SocialSignIn = lazy(() => import('./components/social-sign-in').then((part) => ({ default: part.SocialSignIn })))

interface LoginPageProps {
  /** Why the person is here: an error key such as `must_login` or `require_approval`. */
  notice: string | null
}

/** The page for signing in by a one-time code. The router decides which page follows. */
export function LoginPage({ notice }: LoginPageProps) {
  const { t } = useTranslation('auth')
  const errorText = useErrorText()
  const signIn = useSignIn()
  const told = visibleNotice(notice)
  const sentTo = useShownPhone(signIn.sentTo ?? '')
  const [hasApplied] = useState(() => readApplication() !== null)
  const { settings } = useSettings()
  const asksCountry = settings?.allow_country_selection ?? false
  const home = isCountry(settings?.country) ? settings.country : ''
  return (
    <main id="main" className="mx-auto w-full max-w-[420px] px-4 py-12 md:py-20">
      <h1 className="text-2xl font-semibold">{signIn.sentTo ? t('code_title') : t('title')}</h1>
      <p className="mt-2 text-sm text-pretty text-muted">
        {signIn.sentTo ? t('code_text', { contact: sentTo }) : t('text')}
      </p>
      {told && !signIn.sentTo && (
        <Alert tone={told === 'must_login' ? 'info' : 'bad'} className="mt-6">
          {errorText(told)}
        </Alert>
      )}
      <div className="relative mt-8 space-y-6">
        <ContactForm signIn={signIn} country={asksCountry ? (signIn.country ?? home) : undefined} />
        {signIn.sentTo && <CodeForm signIn={signIn} />}
        <CaptchaSlot signIn={signIn} />
        {settings?.facebook_login_enabled && !signIn.sentTo && (
          <Suspense>
            <SocialSignIn />
          </Suspense>
        )}
        {!signIn.sentTo && (
          <p className="border-t border-line pt-6 text-sm text-muted">
            {!hasApplied && `${t('new_here')} `}
            <Link to={paths.signUp} className="font-medium text-ink underline underline-offset-4">
              {t(hasApplied ? 'application' : 'sign_up')}
            </Link>
          </p>
        )}
      </div>
    </main>
  )
}

interface ContactFormProps {
  signIn: SignIn
  /** The country for numbers without a country code: '' until one is chosen, undefined if the operator does not ask for it. */
  country: string | undefined
}

/** The form for the email address or phone number; it is locked once the code has been sent. */
function ContactForm({ signIn, country }: ContactFormProps) {
  const { t } = useTranslation('auth')
  const errorText = useErrorText()
  const { contact, setContact, setCountry, sentTo, problemCode, busy, request } = signIn
  const problem = signIn.problem && !isOfCaptcha(signIn.problem) ? signIn.problem : null
  const hint = usePhoneHint(contact, country)
  const isCountryMissing = problem === 'country_blank_error'
  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = event.currentTarget
    void request(contact, country).then(() => focusFirstError(form))
  }
  return (
    <form noValidate onSubmit={onSubmit} className="space-y-4">
      {country !== undefined && (
        <CountryField
          value={country}
          error={isCountryMissing ? errorText('country_blank_error') : null}
          isLocked={sentTo !== null}
          onChange={setCountry}
        />
      )}
      <Field
        label={t('contact')}
        hint={sentTo ? null : hint}
        error={!sentTo && problem && !isCountryMissing ? withCode(errorText(problem), problemCode) : null}
        limit={{ text: contact, of: textLimits.profiles.email }}
      >
        {(control) => (
          <Input
            {...control}
            inputMode="email"
            name="contact"
            autoComplete="username"
            autoCapitalize="none"
            spellCheck={false}
            placeholder={t('contact_example')}
            value={contact}
            readOnly={sentTo !== null}
            onChange={(event) => setContact(event.target.value)}
          />
        )}
      </Field>
      {!sentTo && (
        <Button type="submit" variant="accent" size="lg" className="w-full" busy={busy}>
          {t('request')}
        </Button>
      )}
    </form>
  )
}
