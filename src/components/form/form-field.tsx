import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Field } from '@/components/ui/field'
import { useErrorText } from '@/lib/server/use-error-text'
import { cn } from '@/lib/utils'
import { useField, useFieldWords } from './form-context'

export interface FormFieldProps {
  name: string
  label: string
  hint?: ReactNode
  className?: string
  /** The error key that the server returned for this field's value. */
  problem?: string | null | undefined
}

interface Bound {
  id: string
  'aria-describedby': string | undefined
  'aria-invalid': true | undefined
  name: string
  value: unknown
  onChange: (value: unknown) => void
  onBlur: () => void
}

interface BoundFieldProps extends FormFieldProps {
  show?: (value: unknown) => string
  /** True if a changed field shows its stored value inside the control instead of beside the label. */
  isWasInside?: boolean
  limit?: number | undefined
  /** Parameters of the error message, such as the maximum that is allowed. */
  errorWords?: Record<string, string>
  children: (bound: Bound, was: string | null) => ReactNode
}

/** A field of an `EditForm` with its label, a mark if it was changed, its hint and its error. */
export function BoundField(props: BoundFieldProps) {
  const {
    name,
    label,
    hint,
    className,
    problem,
    show = String,
    isWasInside = false,
    limit,
    errorWords,
    children
  } = props
  const { t } = useTranslation('form')
  const errorText = useErrorText()
  const { value, stored, isChanged, error, change, leave } = useField(name)
  useFieldWords(name, label, show)
  const wrong = error ?? problem
  const was = stored ? show(stored.value) || t('empty') : null
  return (
    <Field
      label={label}
      isDense
      hint={hint}
      error={wrong ? errorText(wrong, errorWords) : null}
      {...(limit !== undefined && typeof value === 'string' ? { limit: { text: value, of: limit } } : {})}
      mark={isChanged && <ChangeMark was={isWasInside ? null : was} />}
      className={cn('min-w-0', className)}
    >
      {(control) => children({ ...control, name, value, onChange: change, onBlur: leave }, isWasInside ? was : null)}
    </Field>
  )
}

/** A blue dot beside a changed field, with its stored value. */
export function ChangeMark({ was }: { was: string | null }) {
  const { t } = useTranslation('form')
  return (
    <span className="flex min-w-0 items-baseline gap-1.5">
      <span className="size-1.5 shrink-0 self-center rounded-full bg-info">
        <span className="sr-only">{t('changed')}</span>
      </span>
      {was !== null && (
        <span dir="auto" className="truncate text-xs text-muted">
          {t('was', { value: was })}
        </span>
      )}
    </span>
  )
}
