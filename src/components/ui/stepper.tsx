import { Minus, Plus } from 'lucide-react'
import { useId } from 'react'
import { Button } from './button'

interface StepperProps {
  label: string
  hint?: string
  value: number
  least?: number
  most: number
  onChange: (value: number) => void
  /** Labels of the two buttons, such as "One more" and "One less". */
  words: { more: string; less: string }
}

/** A field for a small number, changed by two buttons. */
export function Stepper({ label, hint, value, least = 0, most, onChange, words }: StepperProps) {
  const id = useId()
  const button = (name: 'less' | 'more', step: -1 | 1) => {
    const next = value + step
    const Icon = step < 0 ? Minus : Plus
    return (
      <Button
        variant="outline"
        size="icon"
        className="size-11 rounded-full"
        aria-label={`${words[name]}: ${label}`}
        // At the minimum or maximum, the button is only marked as disabled by ARIA, because a really disabled one would lose
        // the focus.
        aria-disabled={next < least || next > most}
        onClick={() => next >= least && next <= most && onChange(next)}
      >
        <Icon aria-hidden />
      </Button>
    )
  }
  return (
    // biome-ignore lint/a11y/useSemanticElements: some browsers do not lay out a fieldset as a flex box
    <div role="group" aria-labelledby={id} className="flex items-center gap-3">
      <div className="min-w-0 flex-1">
        <p id={id} className="text-sm font-medium">
          {label}
        </p>
        {hint && <p className="text-sm text-pretty text-muted">{hint}</p>}
      </div>
      {button('less', -1)}
      <output className="w-6 text-center text-lg font-semibold tabular">{value}</output>
      {button('more', 1)}
    </div>
  )
}
