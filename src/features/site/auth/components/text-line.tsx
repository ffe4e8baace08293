import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Field } from '@/components/ui/field'
import { Input } from '@/components/ui/input'
import { useErrorText } from '@/lib/server/use-error-text'
import type { SignUp } from '../hooks/use-sign-up'
import type { SignUpForm as Fields } from '../model/sign-up'

interface TextLineProps {
  signUp: SignUp
  name: keyof Fields
  limit: number
  type?: 'text' | 'email' | 'tel'
  autoComplete?: string
  isOptional?: boolean
  hint?: ReactNode
}

/** One text field of the sign-up form. */
export function TextLine({
  signUp,
  name,
  limit,
  type = 'text',
  autoComplete = 'off',
  isOptional,
  hint
}: TextLineProps) {
  const { t } = useTranslation('signup')
  const errorText = useErrorText()
  const { form, set, problems } = signUp
  const problem = problems[name]
  const label = t(`fields.${name}`)
  return (
    <Field
      label={isOptional ? t('optional', { label }) : label}
      limit={{ text: form[name], of: limit }}
      hint={hint}
      error={problem ? errorText(problem) : null}
    >
      {(control) => (
        <Input
          {...control}
          type={type}
          name={name}
          autoComplete={autoComplete}
          {...(type === 'email' && { autoCapitalize: 'none', spellCheck: false })}
          value={form[name]}
          onChange={(event) => set(name)(event.target.value)}
        />
      )}
    </Field>
  )
}
