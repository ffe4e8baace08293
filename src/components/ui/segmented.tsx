import type { KeyboardEvent, ReactNode } from 'react'
import { cn } from '@/lib/utils'

interface SegmentedProps<T extends string> {
  label: string
  value: T
  onChange: (value: T) => void
  options: readonly { value: T; label: ReactNode }[]
  className?: string
}

/** Two or three choices side by side; a radio group for keyboard and screen reader. */
export function Segmented<T extends string>({ label, value, onChange, options, className }: SegmentedProps<T>) {
  const chosen = Math.max(
    0,
    options.findIndex((option) => option.value === value)
  )
  return (
    <div
      role="radiogroup"
      aria-label={label}
      onKeyDown={onKeyDown}
      className={cn('flex flex-wrap gap-1 rounded-control bg-soft p-1', className)}
    >
      {options.map((option, index) => (
        // biome-ignore lint/a11y/useSemanticElements: an input cannot contain the choice's icon
        <button
          key={option.value}
          type="button"
          role="radio"
          aria-checked={option.value === value}
          tabIndex={index === chosen ? 0 : -1}
          onClick={() => option.value !== value && onChange(option.value)}
          className="h-9 flex-1 whitespace-nowrap pointer-coarse:h-11 rounded-[6px] border border-transparent px-3 text-sm text-muted transition-colors hover:text-ink aria-checked:border-line aria-checked:bg-raised aria-checked:font-semibold aria-checked:text-ink"
        >
          {option.label}
        </button>
      ))}
    </div>
  )
}

/** The arrow keys, Home and End choose the next, previous, first and last choice. */
function onKeyDown(event: KeyboardEvent<HTMLElement>) {
  // In a radio group, Enter chooses nothing.
  if (event.key === 'Enter') return event.preventDefault()
  if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return
  const choices = [...event.currentTarget.querySelectorAll<HTMLElement>('[role=radio]')]
  const at = choices.findIndex((choice) => choice.matches(':focus'))
  const step = getComputedStyle(event.currentTarget).direction === 'rtl' ? -1 : 1
  const targets: Record<string, number> = { ArrowRight: at + step, ArrowLeft: at - step, Home: 0, End: -1 }
  const target = targets[event.key]
  if (at < 0 || target === undefined) return
  event.preventDefault()
  const choice = choices.at(target % choices.length)
  choice?.focus()
  choice?.click()
}
