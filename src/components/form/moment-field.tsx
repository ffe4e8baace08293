import { type FocusEvent, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '@/components/ui/button'
import { DayInput } from '@/components/ui/day-input'
import { dateFormat, formatDateTime } from '@/lib/format/format'
import { serverNow } from '@/lib/time/server-clock'
import { isTime, readSpan } from '@/lib/typing/typed-time'
import { exampleOf, todayOf } from './day-rules'
import { BoundField, type FormFieldProps } from './form-field'
import { isMoment, joined, nextDayOf, parted, timeIn, timesOf } from './moment'
import { useFormRules } from './rules'
import { TimeInput } from './time-field'

/**
 * A field for day and time in the operator's zone, whatever the device's zone is. The form holds ISO text, '' for none, or the
 * typed day and time if they are invalid (`moment()` of the schema).
 */
export function DateTimeField(props: FormFieldProps) {
  const rules = useFormRules()
  const { locale, timeZone } = rules
  const show = (value: unknown) => {
    const text = String(value ?? '')
    return isMoment(text) ? formatDateTime(text, locale, timeZone) : parted(text, timeZone).join(' ').trim()
  }
  return (
    <BoundField {...props} show={show} errorWords={exampleOf(rules, 'day', 'time')}>
      {({ value, onChange, ...control }) => (
        <MomentInput {...control} label={props.label} value={String(value ?? '')} onChange={onChange} />
      )}
    </BoundField>
  )
}

interface MomentInputProps {
  id: string
  name: string
  label: string
  value: string
  onChange: (value: string) => void
  onBlur: () => void
  /** True for a moment that is still to come: a typed time without a day then means its next occurrence, and "in 30 min" is read. */
  isComing?: boolean
  'aria-describedby': string | undefined
  'aria-invalid': true | undefined
}

/** The two controls for day and time, without label and error. */
export function MomentInput(props: MomentInputProps) {
  const { id, name, label, value, onChange, onBlur, isComing = false, ...control } = props
  const { t } = useTranslation('form')
  const rules = useFormRules()
  const { timeZone, locale } = rules
  const [day, time] = parted(value, timeZone)
  // The day that a typed time implied. It follows the time until the person chooses a day.
  const [implied, setImplied] = useState<string | null>(null)
  const put = (next: readonly [day: string, time: string]) => onChange(joined(next, timeZone))
  const putTime = (next: string) => {
    if (!isComing || (day !== '' && day !== implied)) return put([day, next])
    const meant = isTime(next) ? nextDayOf(next, serverNow(), timeZone) : ''
    setImplied(meant)
    put([meant, next])
  }
  const spanTime = (text: string): string | null => {
    const minutes = isComing ? readSpan(text, locale) : null
    return minutes === null ? null : timeIn(minutes, serverNow(), timeZone)
  }
  const both = useRef<HTMLSpanElement>(null)
  // Moving the focus from the day to the time does not count as leaving the field.
  const leave = ({ relatedTarget }: FocusEvent) => {
    if (!both.current?.contains(relatedTarget)) onBlur()
  }
  const state = { ...control, onBlur: leave }
  return (
    <>
      <span ref={both} className="flex gap-2">
        <DayInput
          {...state}
          id={id}
          name={`${name}.day`}
          label={label}
          value={day}
          onChange={(next) => {
            setImplied(null)
            put([next, time])
          }}
          today={todayOf(rules)}
          locale={rules.locale}
          isOptional
          className="min-w-0 flex-1"
        />
        <TimeInput
          {...state}
          name={`${name}.time`}
          aria-label={t('day.time_of', { label })}
          value={time}
          onChange={putTime}
          readMore={spanTime}
          className={isComing ? 'w-28' : 'w-24'}
        />
      </span>
      <TwiceNote times={timesOf(value, timeZone)} value={value} onChange={onChange} />
    </>
  )
}

interface TwiceNoteProps {
  /**
   * The two instants that a typed time can mean in the hour that occurs twice when clocks go back. For another time there is
   * one instant; for an invalid time there is none.
   */
  times: readonly number[]
  value: string
  onChange: (value: string) => void
}

/** When clocks go back, an hour occurs twice: lets the person choose which of the two is meant. */
function TwiceNote({ times, value, onChange }: TwiceNoteProps) {
  const { t } = useTranslation('form')
  const { locale, timeZone } = useFormRules()
  if (times.length < 2) return null
  const zoneAt = (instant: number) =>
    dateFormat(locale, { timeZone, timeZoneName: 'short' })
      .formatToParts(instant)
      .find(({ type }) => type === 'timeZoneName')?.value ?? ''
  return (
    <fieldset className="mt-1.5 flex flex-wrap items-center gap-1.5">
      <legend className="float-start me-1.5 text-xs text-muted">{t('day.twice')}</legend>
      {times.map((instant, index) => (
        <Button
          key={instant}
          size="sm"
          variant="outline"
          aria-pressed={Date.parse(value) === instant}
          className="max-md:h-11 aria-pressed:bg-soft"
          onClick={() => onChange(new Date(instant).toISOString())}
        >
          {t(index === 0 ? 'day.first' : 'day.second', { zone: zoneAt(instant) })}
        </Button>
      ))}
    </fieldset>
  )
}
