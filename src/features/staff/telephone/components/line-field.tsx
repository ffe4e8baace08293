import type { ComponentProps, ReactNode } from 'react'
import { Field } from '@/components/ui/field'
import { Input } from '@/components/ui/input'

interface LineFieldProps extends Omit<ComponentProps<typeof Input>, 'value' | 'onChange'> {
  label: string
  value: string
  onChange: (text: string) => void
  hint?: ReactNode
  error?: string | null
  /** Maximum length of the text, in characters. */
  most?: number
}

/** A field of a telephone order for one line of text, without autofill: the browser would offer the texts of other callers. */
export function LineField({ label, value, onChange, hint, error, most, ...input }: LineFieldProps) {
  return (
    <Field isDense label={label} hint={hint} error={error} {...(most && { limit: { text: value, of: most } })}>
      {(control) => (
        <Input
          {...control}
          {...input}
          autoComplete="off"
          className="h-11"
          value={value}
          onChange={({ target }) => onChange(target.value)}
        />
      )}
    </Field>
  )
}
