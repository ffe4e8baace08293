import { DayInput, type DayInputProps } from '@/components/ui/day-input'
import { Field } from '@/components/ui/field'
import { useMoneyWords } from '../hooks/use-words'

interface DeskDayProps
  extends Pick<DayInputProps, 'label' | 'value' | 'onChange' | 'today' | 'min' | 'max' | 'isOptional'> {
  error?: string | null
}

/** A field for a day, in the format of the money desk. */
export function DeskDay({ error, ...day }: DeskDayProps) {
  const { locale } = useMoneyWords()
  return (
    <Field label={day.label} error={error}>
      {(control) => <DayInput {...control} {...day} locale={locale} />}
    </Field>
  )
}
