import { useTranslation } from 'react-i18next'
import { TypedInput } from '@/components/ui/typed-input'
import { isTime, readTime, writeTime } from '@/lib/typed-time'
import { exampleOf } from './day-rules'
import { BoundField, type FormFieldProps } from './form-field'
import { useFormRules } from './rules'

/**
 * A time of the operator's clocks. The form holds it as `22:00`, '' for none; what is no time, as it was typed. The browser's
 * own field would show the twelve or twenty-four hours of the device beside pages that write twenty-four.
 */
export function TimeField(props: FormFieldProps) {
  const rules = useFormRules()
  return (
    <BoundField {...props} errorWords={exampleOf(rules, 'time')}>
      {({ value, onChange, ...control }) => <TimeInput {...control} value={String(value ?? '')} onChange={onChange} />}
    </BoundField>
  )
}

type TimeInputProps = Omit<Parameters<typeof TypedInput>[0], 'read' | 'write'>

/** The control alone. */
export function TimeInput(props: TimeInputProps) {
  const { t } = useTranslation('form')
  const { locale } = useFormRules()
  return (
    <TypedInput
      {...props}
      placeholder={t('day.time')}
      read={(text) => readTime(text, locale)}
      write={(time) => (isTime(time) ? writeTime(time, locale) : time)}
    />
  )
}
