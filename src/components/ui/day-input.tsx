import { CalendarDays, X } from 'lucide-react'
import { type ComponentProps, lazy, Suspense, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '@/components/ui/button'
import { Popover, PopoverAnchor, PopoverContent, PopoverTrigger } from '@/components/ui/popover'
import { Skeleton } from '@/components/ui/skeleton'
import { dayPattern, isDay, readDay, withDayMarks, writeDay } from '@/lib/typing/typed-day'
import { cn } from '@/lib/utils'
import { TypedInput } from './typed-input'

const Calendar = lazy(() => import('./calendar').then((part) => ({ default: part.Calendar })))

export interface DayInputProps extends Omit<ComponentProps<'input'>, 'value' | 'onChange' | 'min' | 'max'> {
  /** The calendar's label for screen readers. */
  label: string
  /** The day as `2026-11-22`; '' for none; the typed text if it is not a day. */
  value: string
  onChange: (day: string) => void
  /** Today's date in the operator's time zone. */
  today: string
  locale: string
  min?: string | undefined
  max?: string | undefined
  /** Whether the field may be empty. */
  isOptional?: boolean
}

/**
 * A field for one day: typed in the reader's format, or chosen from a calendar (Alt and arrow down). The browser's native field
 * is not used, because it follows the device's language and could show day and month in another order than the page.
 */
export function DayInput(props: DayInputProps) {
  const { label, value, onChange, today, locale, min, max, isOptional = false, className, ...control } = props
  const { t } = useTranslation('form')
  const [isOpen, setOpen] = useState(false)
  const input = useRef<HTMLInputElement>(null)
  const isByKey = useRef(false)
  const choose = (day: string) => {
    setOpen(false)
    onChange(day)
  }
  return (
    <Popover
      open={isOpen}
      onOpenChange={(next) => {
        if (next) isByKey.current = false
        setOpen(next)
      }}
    >
      <PopoverAnchor asChild>
        <span className={cn('relative block', className)}>
          <TypedInput
            {...control}
            ref={input}
            aria-keyshortcuts="Alt+ArrowDown"
            placeholder={dayPattern(locale, { day: t('day.day'), month: t('day.month'), year: t('day.year') })}
            value={value}
            onChange={onChange}
            read={(text) => readDay(text, locale, today)}
            write={(day) => (isDay(day) ? writeDay(day, locale) : day)}
            marked={(text) => withDayMarks(text, locale)}
            onKeyDown={(event) => {
              control.onKeyDown?.(event)
              if (!event.altKey || event.key !== 'ArrowDown') return
              event.preventDefault()
              isByKey.current = true
              setOpen(true)
            }}
            className="pe-11 md:ps-2.5 md:pe-8"
          />
          <PopoverTrigger
            aria-label={t('calendar.open', { label })}
            className="absolute inset-y-0 end-0 grid w-11 place-items-center rounded-control text-muted hover:text-ink md:w-8"
          >
            <CalendarDays aria-hidden className="size-4" />
          </PopoverTrigger>
        </span>
      </PopoverAnchor>
      <PopoverContent
        aria-label={label}
        className="w-auto"
        onOpenAutoFocus={(event) => event.preventDefault()}
        // Moves the focus back to the field if the calendar was opened by keyboard, otherwise to the calendar's button: on a
        // phone, focus in the field would open the keyboard.
        onCloseAutoFocus={(event) => {
          if (!isByKey.current) return
          event.preventDefault()
          input.current?.focus()
        }}
      >
        <Suspense fallback={<Skeleton className="h-86 w-77 max-w-full md:h-72 md:w-64" />}>
          <Calendar
            value={isDay(value) ? value : ''}
            today={today}
            locale={locale}
            min={min}
            max={max}
            onChoose={choose}
          />
        </Suspense>
        <div className="mt-2 flex justify-between border-t border-line pt-2">
          <Button variant="ghost" size="sm" className="max-md:h-11" onClick={() => choose(today)}>
            {t('calendar.today')}
          </Button>
          {isOptional && value && (
            <Button variant="ghost" size="sm" className="max-md:h-11" onClick={() => choose('')}>
              <X aria-hidden />
              {t('calendar.clear')}
            </Button>
          )}
        </div>
      </PopoverContent>
    </Popover>
  )
}
