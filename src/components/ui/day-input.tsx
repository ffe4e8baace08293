import { CalendarDays, X } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '@/components/ui/button'
import { Popover, PopoverContent, PopoverTrigger } from '@/components/ui/popover'
import { Skeleton } from '@/components/ui/skeleton'
import { writtenDay } from '@/lib/days'
import { loadAgain } from '@/lib/load-again'
import { cn } from '@/lib/utils'

const Calendar = lazy(async () => ({ default: (await loadAgain(() => import('./calendar'))).Calendar }))

interface DayInputProps {
  label: string
  /** As `2026-11-22`; '' for none. */
  value: string
  onChange: (day: string) => void
  /** On the operator's calendar. */
  today: string
  locale: string
  min?: string
  max?: string
  /** Whether it may be empty. */
  isOptional?: boolean
  className?: string
}

/**
 * One day, written as the reader writes it, with a calendar behind it. The browser's own field follows the language of the
 * device: it shows another order of day and month than the page.
 */
export function DayInput({ label, value, onChange, today, locale, min, max, isOptional, className }: DayInputProps) {
  const { t } = useTranslation('form')
  const [isOpen, setOpen] = useState(false)
  const choose = (day: string) => {
    setOpen(false)
    onChange(day)
  }
  return (
    <Popover open={isOpen} onOpenChange={setOpen}>
      <PopoverTrigger
        aria-label={`${label}: ${value ? writtenDay(value, locale) : t('calendar.none')}`}
        className={cn(
          'flex h-9 min-w-36 items-center justify-between gap-2 rounded-control border border-line bg-card px-2.5 text-sm tabular hover:bg-soft',
          className
        )}
      >
        <span className={cn('truncate', !value && 'text-muted')}>
          {value ? writtenDay(value, locale) : t('calendar.none')}
        </span>
        <CalendarDays aria-hidden className="size-4 shrink-0 text-muted" />
      </PopoverTrigger>
      <PopoverContent aria-label={label} className="w-auto" onOpenAutoFocus={(event) => event.preventDefault()}>
        <Suspense fallback={<Skeleton className="h-72 w-64" />}>
          <Calendar value={value} today={today} locale={locale} min={min} max={max} onChoose={choose} />
        </Suspense>
        <div className="mt-2 flex justify-between border-t border-line pt-2">
          <Button variant="ghost" size="sm" onClick={() => choose(today)}>
            {t('calendar.today')}
          </Button>
          {isOptional && value && (
            <Button variant="ghost" size="sm" onClick={() => choose('')}>
              <X aria-hidden />
              {t('calendar.clear')}
            </Button>
          )}
        </div>
      </PopoverContent>
    </Popover>
  )
}
