import { controlClasses } from '@/components/ui/control-classes'
import { usePhoneHint } from '@/components/ui/phone-hint'
import { PHONE_LIMIT } from '@/lib/typing/phones'
import { cn } from '@/lib/utils'
import { useField, useFormContext } from './form-context'
import { BoundField, type FormFieldProps } from './form-field'
import { textLimitOf } from './schema'

interface TextFieldProps extends FormFieldProps {
  /** Maximum number of characters; default: the limit of the column with the field's name. */
  limit?: number
  /** Number of visible lines, for a text of several lines. */
  lines?: number
  autoComplete?: string
  type?: 'text' | 'email' | 'tel' | 'url'
}

/**
 * A field for a phone number in any spelling. Its hint is the number that will be called; the form reads it when it is saved.
 */
export function PhoneField({ hint, ...props }: FormFieldProps) {
  const phoneHint = usePhoneHint(String(useField(props.name).value ?? ''))
  return <TextField {...props} type="tel" limit={PHONE_LIMIT} hint={phoneHint ?? hint} />
}

/** A text field with a length limit. */
export function TextField({ limit, lines, autoComplete = 'off', type = 'text', ...props }: TextFieldProps) {
  const { table } = useFormContext()
  return (
    <BoundField {...props} limit={limit ?? textLimitOf(table, props.name)}>
      {({ value, onChange, ...control }) => {
        const common = {
          ...control,
          value: String(value ?? ''),
          dir: 'auto' as const,
          autoComplete,
          onChange: (event: { target: { value: string } }) => onChange(event.target.value)
        }
        return lines ? (
          <textarea {...common} rows={lines} className={cn(controlClasses, 'h-auto py-2 md:h-auto')} />
        ) : (
          <input {...common} type={type} className={controlClasses} />
        )
      }}
    </BoundField>
  )
}
