import { Check, Minus } from 'lucide-react'
import type { ComponentProps } from 'react'
import { cn } from '@/lib/utils'

interface CheckboxProps extends Omit<ComponentProps<'input'>, 'type'> {
  /** For a checkbox that selects several rows: true if some of them, but not all, are selected. */
  isMixed?: boolean
}

/** The browser's checkbox in our colours. The area that can be pressed is 24 px wide and high. */
export function Checkbox({ isMixed = false, className, ...props }: CheckboxProps) {
  const Mark = isMixed ? Minus : Check
  return (
    <span className={cn('relative inline-grid size-6 shrink-0 place-items-center', className)}>
      <input
        type="checkbox"
        ref={(input) => {
          if (input) input.indeterminate = isMixed
        }}
        className="peer absolute inset-0 cursor-pointer appearance-none rounded-[6px] disabled:cursor-default"
        {...props}
      />
      <span
        aria-hidden
        className="pointer-events-none grid size-4 place-items-center rounded-[4px] border border-line-strong bg-card text-paper peer-checked:border-ink peer-checked:bg-ink peer-indeterminate:border-ink peer-indeterminate:bg-ink peer-disabled:opacity-50 [&>svg]:hidden peer-checked:[&>svg]:block peer-indeterminate:[&>svg]:block"
      >
        <Mark className="size-3" strokeWidth={3} />
      </span>
    </span>
  )
}
