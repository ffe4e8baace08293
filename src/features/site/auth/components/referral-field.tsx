import { Check } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { Field } from '@/components/ui/field'
import { Input } from '@/components/ui/input'
import { checkReferrer } from '@/entities/person'
import { AppError } from '@/lib/server/errors'
import { useCommand } from '@/lib/server/use-command'
import { useErrorText } from '@/lib/server/use-error-text'
import type { SignUp } from '../hooks/use-sign-up'

const LENGTH = 5

async function requireReferrer(code: string): Promise<void> {
  if (!(await checkReferrer(code))) throw new AppError('referral_invalid')
}

/** The field for the code of the person who invited the new user; it is checked as soon as it is complete. */
export function ReferralField({ signUp: { form, set, problems } }: { signUp: SignUp }) {
  const { t } = useTranslation('signup')
  const errorText = useErrorText()
  const checking = useCommand(requireReferrer)
  const code = form.referralId
  const isGood = code.length === LENGTH && checking.sent === null && !checking.busy && !checking.error
  // The code from an invitation link. The field starts with it.
  const given = useRef(code)
  const { run } = checking
  useEffect(() => {
    if (given.current.length === LENGTH) void run(given.current)
    given.current = ''
  }, [run])
  const problem = problems.referralId ?? checking.error?.key
  const change = (value: string) => {
    const next = value.replace(/\s/g, '').toUpperCase()
    set('referralId')(next)
    checking.reset()
    if (next.length === LENGTH) void checking.run(next)
  }
  return (
    <Field
      label={t('optional', { label: t('fields.referralId') })}
      error={code && problem ? errorText(problem) : null}
      hint={
        isGood ? (
          <span role="status" className="flex items-center gap-1.5">
            <Check aria-hidden className="size-4 text-ok" />
            {t('referral_good')}
          </span>
        ) : null
      }
    >
      {(control) => (
        <Input
          {...control}
          data-limit={LENGTH}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          dir="ltr"
          value={code}
          onChange={(event) => change(event.target.value)}
        />
      )}
    </Field>
  )
}
