import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Alert } from '@/components/ui/alert'
import { Button } from '@/components/ui/button'
import { Field } from '@/components/ui/field'
import { Input } from '@/components/ui/input'
import { usePhoneHint } from '@/components/ui/phone-hint'
import { Select } from '@/components/ui/select'
import { PROFILE_SAVED_MS } from '@/config/constants'
import type { Profile } from '@/entities/person'
import { useSession } from '@/entities/person'
import { useForAWhile } from '@/lib/hooks/use-for-a-while'
import { focusFirstError } from '@/lib/page/focus'
import { useCommand } from '@/lib/server/use-command'
import { useErrorText } from '@/lib/server/use-error-text'
import { changeLocale } from '@/lib/texts/i18n'
import { offeredLanguages, useLanguages } from '@/lib/texts/offered'
import { written } from '@/lib/typing/phone'
import { PHONE_LIMIT, phoneProblem, readTypedPhone } from '@/lib/typing/phones'
import { textLimits } from '@/types/text-limits'
import { updateProfile } from '../commands'
import { profileProblems, type ProfileForm as Values } from '../model/form'

/** Whether people can choose this language. */
const isOffered = (tag: string | null): tag is string => offeredLanguages().some(({ locale }) => locale === tag)

function formOf(profile: Profile, language: string): Values {
  return {
    firstName: profile.first_name?.trim() ?? '',
    lastName: profile.last_name?.trim() ?? '',
    mobile: written(profile.mobile ?? ''),
    locale: isOffered(profile.lang_locale) ? profile.lang_locale : language
  }
}

function useProfileForm(profile: Profile, onSaved: (() => void) | undefined) {
  const { i18n } = useTranslation()
  const { refreshProfile } = useSession()
  const [known] = useState(() => formOf(profile, i18n.language))
  const [form, setForm] = useState(known)
  const [shown, setShown] = useState(false)
  const [isSaved, setSaved] = useForAWhile(PROFILE_SAVED_MS)
  const [wrongNumber, setWrongNumber] = useState<string | null>(null)
  const problems = { ...profileProblems(form), ...(wrongNumber && { mobile: wrongNumber }) }
  const saving = useCommand(updateProfile, {
    onDone: async () => {
      await changeLocale(form.locale)
      await refreshProfile()
      setSaved(true)
      onSaved?.()
    }
  })

  const save = async () => {
    setShown(true)
    setSaved(false)
    // An unchanged phone number is not sent.
    const typed = form.mobile === known.mobile ? '' : form.mobile
    const read = typed === '' ? null : await readTypedPhone(typed)
    const wrong = typed !== '' && !read ? phoneProblem(typed) : null
    setWrongNumber(wrong)
    if (Object.keys(problems).length === 0 && !wrong) void saving.run({ ...form, mobile: read?.number ?? '' })
  }
  const set = (field: keyof Values) => (value: string) => {
    setForm({ ...form, [field]: value })
    if (field === 'mobile') setWrongNumber(null)
    setSaved(false)
  }
  return {
    isNumberChanged: form.mobile !== known.mobile,
    form,
    set,
    save,
    isSaved,
    busy: saving.busy,
    error: saving.error,
    problems: shown ? problems : {}
  }
}

/** The form for the caller's name, phone number and language. */
export function ProfileForm({ profile, onSaved }: { profile: Profile; onSaved: (() => void) | undefined }) {
  const { t } = useTranslation('profile')
  const errorText = useErrorText()
  const languages = useLanguages()
  const { form, isNumberChanged, set, save, isSaved, busy, error, problems } = useProfileForm(profile, onSaved)
  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const target = event.currentTarget
    void save().then(() => focusFirstError(target))
  }
  // A number that is just being typed is shown as it was read; the stored one with what it is for.
  const typedHint = usePhoneHint(form.mobile)
  const phoneHint = isNumberChanged ? typedHint : null
  const numberHint =
    profile.mobile &&
    t(profile.mobile_verified ? 'mobile_proved' : profile.mobile_locked ? 'mobile_locked' : 'mobile_contact')
  const fields = [
    {
      name: 'firstName',
      limit: textLimits.profiles.first_name,
      autoComplete: 'given-name',
      type: 'text',
      locked: false
    },
    {
      name: 'lastName',
      limit: textLimits.profiles.last_name,
      autoComplete: 'family-name',
      type: 'text',
      locked: false
    },
    {
      name: 'mobile',
      limit: PHONE_LIMIT,
      autoComplete: 'tel',
      type: 'tel',
      locked: profile.mobile_locked
    }
  ] as const
  return (
    <form noValidate onSubmit={onSubmit} className="grid gap-5 sm:grid-cols-2">
      {profile.email ? (
        <Field
          label={t('email')}
          hint={t(profile.email_locked ? 'email_locked' : 'email_proved')}
          className="sm:col-span-2"
        >
          {(control) => <Input {...control} type="email" value={profile.email ?? ''} readOnly />}
        </Field>
      ) : (
        <p className="text-sm text-muted sm:col-span-2">{t('email_missing')}</p>
      )}
      {fields.map(({ name, limit, autoComplete, type, locked }) => (
        <Field
          key={name}
          label={t(name)}
          limit={{ text: form[name], of: limit }}
          error={problems[name] ? errorText(problems[name]) : null}
          {...(name === 'mobile' && { hint: phoneHint ?? numberHint })}
          className={name === 'mobile' ? 'sm:col-span-2' : ''}
        >
          {(control) => (
            <Input
              {...control}
              type={type}
              autoComplete={autoComplete}
              readOnly={locked}
              value={form[name]}
              onChange={(event) => set(name)(event.target.value)}
            />
          )}
        </Field>
      ))}
      <Field label={t('language')} className="sm:col-span-2">
        {(control) => (
          <Select isTall {...control} value={form.locale} onChange={(event) => set('locale')(event.target.value)}>
            {languages.map(({ locale, name }) => (
              <option key={locale} value={locale} lang={locale}>
                {name}
              </option>
            ))}
          </Select>
        )}
      </Field>
      <div className="space-y-4 sm:col-span-2">
        {error && <Alert tone="bad">{errorText(error)}</Alert>}
        {isSaved && <Alert tone="ok">{t('profile_updated')}</Alert>}
        <Button type="submit" variant="accent" size="lg" busy={busy}>
          {t('common:save')}
        </Button>
      </div>
    </form>
  )
}
