import type { ReactNode } from 'react'
import { cn } from '@/lib/utils'

interface Choice {
  key: string
  label: ReactNode
  /** The name for screen readers. */
  name: string
  isChosen: boolean
  onChoose: () => void
}

interface ChoicesProps {
  label: string
  options: readonly Choice[]
  className?: string
}

/** Buttons side by side, at most one of them chosen. They are buttons and not radio buttons, so arrow keys do nothing. */
export function Choices({ label, options, className }: ChoicesProps) {
  return (
    <fieldset className={cn('flex gap-1 rounded-control bg-soft p-1', className)}>
      <legend className="sr-only">{label}</legend>
      {options.map(({ key, label: text, name, isChosen, onChoose }) => (
        <button
          key={key}
          type="button"
          aria-label={name}
          aria-pressed={isChosen}
          onClick={onChoose}
          className="h-8 flex-1 whitespace-nowrap rounded-[6px] border border-transparent px-2.5 text-sm text-muted transition-colors hover:text-ink aria-pressed:border-line aria-pressed:bg-card aria-pressed:font-semibold aria-pressed:text-ink"
        >
          {text}
        </button>
      ))}
    </fieldset>
  )
}
