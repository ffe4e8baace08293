import { useTranslation } from 'react-i18next'
import { TypedInput } from '@/components/ui/typed-input'
import { isTime, readTime, writeTime } from '@/lib/typed-time'
import { exampleOf } from './day-rules'
import { BoundField, type FormFieldProps } from './form-field'
import { useFormRules } from './rules'

/**
 * A time in the operator's zone. The form holds `22:00`, '' for none, or an invalid one as typed. The native field would use the
 * device's twelve or twenty-four hours beside pages with twenty-four.
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

/** Only the control. */
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
