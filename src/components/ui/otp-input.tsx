import { useRef } from 'react'
import { cn } from '@/lib/utils'

interface OtpInputProps {
  id?: string
  label?: string
  length?: number
  value: string
  onChange: (value: string) => void
  /** Called when the last character was entered. */
  onComplete?: (value: string) => void
  disabled?: boolean
  autoFocus?: boolean
  'aria-invalid'?: true | undefined
  'aria-describedby'?: string | undefined
  className?: string
}

/**
 * A field for a one-time code: one real input over drawn boxes, so that paste, autofill, undo and screen readers work as in any
 * field. It accepts digits only; other characters are dropped.
 */
export function OtpInput({
  length = 6,
  value,
  onChange,
  onComplete,
  label,
  className,
  autoFocus,
  ...props
}: OtpInputProps) {
  const input = useRef<HTMLInputElement>(null)
  const boxes = Array.from({ length }, (_, index) => ({ index, digit: value[index] ?? '' }))
  const accept = (raw: string) => {
    const next = raw.replace(/\D/g, '').slice(0, length)
    onChange(next)
    if (next.length === length && next !== value) onComplete?.(next)
  }
  return (
    <div className={cn('group relative', className)} dir="ltr">
      <input
        ref={input}
        aria-label={label}
        inputMode="numeric"
        autoComplete="one-time-code"
        pattern="[0-9]*"
        // biome-ignore lint/a11y/noAutofocus: the field appears because the person asked for it
        autoFocus={autoFocus}
        value={value}
        onChange={(event) => accept(event.target.value)}
        className="absolute inset-0 z-10 size-full cursor-text bg-transparent text-transparent caret-transparent opacity-0 outline-none"
        {...props}
      />
      <div aria-hidden className="flex gap-2">
        {boxes.map(({ index, digit }) => (
          <div
            key={index}
            className={cn(
              'grid h-14 flex-1 place-items-center rounded-control border border-line bg-soft text-xl font-semibold tabular transition-colors',
              index === Math.min(value.length, length - 1) &&
                'group-focus-within:border-2 group-focus-within:border-ink',
              props['aria-invalid'] && 'border-bad',
              props.disabled && 'opacity-60'
            )}
          >
            {digit}
          </div>
        ))}
      </div>
    </div>
  )
}
