import { ChevronLeft, ChevronRight } from 'lucide-react'
import { Button } from './button'

interface MonthStepsProps {
  label: string
  previous: string
  next: string
  /** The text between the buttons: the name of the month, or its first and last day. */
  name: string
  /** Called with 1 by the button for the next month, with -1 by the button for the previous month. */
  onGo: (away: 1 | -1) => void
  /** True if this is the last month with data: the button for the next one is then disabled. */
  isLast?: boolean
}

/** Buttons for the previous and next month. */
export function MonthSteps({ label, previous, next, name, onGo, isLast = false }: MonthStepsProps) {
  return (
    <fieldset aria-label={label} className="flex items-center rounded-control border border-line bg-card">
      <Button variant="ghost" size="icon-sm" aria-label={previous} onClick={() => onGo(-1)}>
        <ChevronLeft aria-hidden className="rtl:-scale-x-100" />
      </Button>
      <span role="status" className="min-w-34 px-1 text-center text-sm font-semibold whitespace-nowrap">
        {name}
      </span>
      <Button variant="ghost" size="icon-sm" aria-label={next} disabled={isLast} onClick={() => onGo(1)}>
        <ChevronRight aria-hidden className="rtl:-scale-x-100" />
      </Button>
    </fieldset>
  )
}
