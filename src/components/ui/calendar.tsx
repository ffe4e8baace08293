import { ChevronLeft, ChevronRight } from 'lucide-react'
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '@/components/ui/button'
import { addDays, monthOf, writtenDay } from '@/lib/time/days'
import { addMonths, weekStart, weeksAround } from '@/lib/time/weeks'
import { cn } from '@/lib/utils'

interface CalendarProps {
  /** The selected day as `2026-11-22`; '' for none. */
  value: string
  /** Today's date in the operator's time zone. */
  today: string
  locale: string
  min?: string | undefined
  max?: string | undefined
  onChoose: (day: string) => void
}

/** Returns the day that the pressed key moves to from `day`; null if the key does not move. */
function dayAfter(event: KeyboardEvent, day: string, locale: string, isRtl: boolean): string | null {
  const way = isRtl ? -1 : 1
  const start = weekStart(day, locale)
  switch (event.key) {
    case 'ArrowLeft':
      return addDays(day, -way)
    case 'ArrowRight':
      return addDays(day, way)
    case 'ArrowUp':
      return addDays(day, -7)
    case 'ArrowDown':
      return addDays(day, 7)
    case 'Home':
      return start
    case 'End':
      return addDays(start, 6)
    case 'PageUp':
      return addMonths(day, event.shiftKey ? -12 : -1)
    case 'PageDown':
      return addMonths(day, event.shiftKey ? 12 : 1)
    default:
      return null
  }
}

/**
 * A calendar of one month, with the first day of the week, digits and names of the reader's language. Arrow keys move by days
 * and weeks, Page Up and Page Down by months, with Shift by years. We use no library, because libraries contain the names in
 * only a few languages, while the browser knows them in all.
 */
export function Calendar({ value, today, locale, min = '', max = '9999-12-31', onChoose }: CalendarProps) {
  const { t, i18n } = useTranslation('form')
  const [day, setDay] = useState(value || today)
  const grid = useRef<HTMLTableElement>(null)
  // Whether the next rendering moves the focus to `day`: after a key press, and at first, because the calendar was just opened.
  const hasMoved = useRef(true)
  const id = useId()
  const month = monthOf(day)
  const weeks = weeksAround(day, locale)
  const isOpen = (one: string) => one >= min && one <= max
  const go = (next: string) => setDay(next < min ? min : next > max ? max : next)
  // biome-ignore lint/correctness/useExhaustiveDependencies: `day` decides which button has tabIndex 0, the one to focus
  useEffect(() => {
    if (hasMoved.current) grid.current?.querySelector<HTMLElement>('[tabindex="0"]')?.focus()
    hasMoved.current = false
  }, [day])
  const onKeyDown = (event: KeyboardEvent) => {
    const next = dayAfter(event, day, locale, i18n.dir() === 'rtl')
    if (next === null) return
    event.preventDefault()
    hasMoved.current = true
    go(next)
  }
  return (
    <div className="w-77 max-w-full md:w-64">
      <div className="flex items-center justify-between">
        <Button
          variant="ghost"
          size="icon-sm"
          className="max-md:size-11"
          aria-label={t('calendar.previous')}
          onClick={() => go(addMonths(day, -1))}
        >
          <ChevronLeft aria-hidden className="rtl:rotate-180" />
        </Button>
        <span id={id} aria-live="polite" className="text-sm font-semibold">
          {writtenDay(day, locale, { month: 'long', year: 'numeric' })}
        </span>
        <Button
          variant="ghost"
          size="icon-sm"
          className="max-md:size-11"
          aria-label={t('calendar.next')}
          onClick={() => go(addMonths(day, 1))}
        >
          <ChevronRight aria-hidden className="rtl:rotate-180" />
        </Button>
      </div>
      <table
        ref={grid}
        // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: arrow keys move between the days
        role="grid"
        aria-labelledby={id}
        className="mt-1 w-full table-fixed text-center text-sm tabular"
        onKeyDown={onKeyDown}
      >
        <thead>
          <tr>
            {weeks[0]?.map((one) => (
              <th key={one} scope="col" className="h-8 text-xs font-normal text-muted">
                <abbr title={writtenDay(one, locale, { weekday: 'long' })} className="no-underline">
                  {writtenDay(one, locale, { weekday: 'narrow' })}
                </abbr>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {weeks.map((week) => (
            <tr key={week[0]}>
              {week.map((one) => (
                <td key={one} className="p-0">
                  <button
                    type="button"
                    tabIndex={one === day ? 0 : -1}
                    disabled={!isOpen(one)}
                    aria-pressed={one === value}
                    aria-label={writtenDay(one, locale, { dateStyle: 'full' })}
                    aria-current={one === today ? 'date' : undefined}
                    onClick={() => onChoose(one)}
                    className={cn(
                      'size-9 rounded-control hover:bg-soft max-md:h-11 max-md:w-full disabled:opacity-40',
                      (one < month.from || one > month.to) && 'text-muted',
                      one === today && 'font-semibold underline underline-offset-4',
                      one === value && 'bg-ink text-paper hover:bg-ink'
                    )}
                  >
                    {writtenDay(one, locale, { day: 'numeric' })}
                  </button>
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
