import { RadioGroup } from 'radix-ui'
import type { ReactNode } from 'react'
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
  return (
    <RadioGroup.Root
      aria-label={label}
      orientation="horizontal"
      value={value}
      onValueChange={(next) => onChange(next as T)}
      className={cn('flex flex-wrap gap-1 rounded-control bg-soft p-1', className)}
    >
      {options.map((option) => (
        <RadioGroup.Item
          key={option.value}
          value={option.value}
          className="h-9 flex-1 whitespace-nowrap pointer-coarse:h-11 rounded-[6px] border border-transparent px-3 text-sm text-muted transition-colors hover:text-ink data-[state=checked]:border-line data-[state=checked]:bg-raised data-[state=checked]:font-semibold data-[state=checked]:text-ink"
        >
          {option.label}
        </RadioGroup.Item>
      ))}
    </RadioGroup.Root>
  )
}
