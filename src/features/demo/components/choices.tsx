import type { ReactNode } from 'react'

interface Choice {
  key: string
  label: ReactNode
  /** What a screen reader says. */
  name: string
  isChosen: boolean
  onChoose: () => void
}

/** Buttons side by side, of which one at most is chosen. Each acts when it is pressed, so arrow keys change nothing. */
export function Choices({ label, options }: { label: string; options: readonly Choice[] }) {
  return (
    <fieldset className="flex gap-1 rounded-control bg-soft p-1">
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
