import { useTranslation } from 'react-i18next'
import { TypedInput } from '@/components/ui/typed-input'
import { isTime, readTime, writeTime } from '@/lib/typing/typed-time'
import { exampleOf } from './day-rules'
import { BoundField, type FormFieldProps } from './form-field'
import { useFormRules } from './rules'

/**
 * A field for a time of day in the operator's zone. The form holds `22:00`, '' for none, or the typed text if it is invalid.
 * The browser's native field is not used, because on some devices it shows twelve hours with AM and PM, while the page always
 * shows twenty-four hours.
 */
export function TimeField(props: FormFieldProps) {
  const rules = useFormRules()
  return (
    <BoundField {...props} errorWords={exampleOf(rules, 'time')}>
      {({ value, onChange, ...control }) => <TimeInput {...control} value={String(value ?? '')} onChange={onChange} />}
    </BoundField>
  )
}

interface TimeInputProps extends Omit<Parameters<typeof TypedInput>[0], 'read' | 'write'> {
  /** Parses texts that are no time of day, such as "in 30 min", to the form `22:00`. */
  readMore?: (text: string) => string | null
}

/** The control of a field for a time of day, without label and error. */
export function TimeInput({ readMore, ...props }: TimeInputProps) {
  const { t } = useTranslation('form')
  const { locale } = useFormRules()
  return (
    <TypedInput
      {...props}
      placeholder={t('day.time')}
      read={(text) => readTime(text, locale) ?? readMore?.(text) ?? null}
      write={(time) => (isTime(time) ? writeTime(time, locale) : time)}
    />
  )
}
