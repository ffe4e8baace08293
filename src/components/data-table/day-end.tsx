import { type ComponentProps, useId, useState } from 'react'
import { DayInput } from '@/components/ui/day-input'
import { useErrorText } from '@/lib/server/use-error-text'
import { isDay, writeDay } from '@/lib/typing/typed-day'

interface DayEndProps
  extends Pick<ComponentProps<typeof DayInput>, 'label' | 'today' | 'locale' | 'value' | 'onChange'> {
  /** The day at the other end of the range; '' if that end is open. */
  min?: string
  max?: string
}

/**
 * The field for the first or last day of a date filter. An incomplete day, or a day beyond the other end of the range, leaves
 * the filter unchanged.
 */
export function DayEnd({ label, value, min = '', max = '', onChange, today, locale }: DayEndProps) {
  const errorText = useErrorText()
  const [wrong, setWrong] = useState<{ text: string; of: string } | null>(null)
  const [isLeft, setLeft] = useState(false)
  const id = useId()
  const put = (day: string) => {
    setLeft(false)
    const isTaken = day === '' || (isDay(day) && day >= min && (max === '' || day <= max))
    setWrong(isTaken ? null : { text: day, of: value })
    if (isTaken) onChange(day)
  }
  const isWrong = wrong?.of === value
  return (
    <div className="space-y-1">
      <span aria-hidden className="block text-xs text-muted">
        {label}
      </span>
      <DayInput
        isOptional
        label={label}
        aria-label={label}
        {...(isWrong && isLeft && { 'aria-invalid': true, 'aria-describedby': id })}
        value={isWrong ? wrong.text : value}
        today={today}
        locale={locale}
        min={min || undefined}
        max={max || undefined}
        onChange={put}
        onBlur={() => setLeft(true)}
      />
      {isWrong && isLeft && (
        <p id={id} role="alert" className="text-xs text-bad">
          {isDay(wrong.text)
            ? errorText('days_reversed')
            : errorText('day_invalid', { example: writeDay(today, locale) })}
        </p>
      )}
    </div>
  )
}
