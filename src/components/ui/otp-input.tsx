import { useRef } from 'react'
import { readCode } from '@/lib/typing/one-time-code'
import { cn } from '@/lib/utils'

interface OtpInputProps {
  id?: string
  label?: string
  /** How many digits the code has: the number of drawn boxes. */
  length: number
  /** Further lengths that the field accepts, where `length` may be wrong; more boxes are drawn for further digits. */
  shortest?: number
  longest?: number
  value: string
  onChange: (value: string) => void
  /** Called when the last of `length` digits was entered. */
  onComplete?: ((value: string) => void) | undefined
  disabled?: boolean
  /** `off` for a code that another person tells: the phone would offer a code from its own text messages. */
  autoComplete?: 'one-time-code' | 'off'
  autoFocus?: boolean
  'aria-invalid'?: true | undefined
  'aria-describedby'?: string | undefined
  className?: string
}

/**
 * A field for a one-time code: one real input over drawn boxes, so that paste, autofill, undo and screen readers work as in any
 * field. It keeps digits only, of any script; other characters are dropped.
 */
export function OtpInput({
  length,
  shortest = length,
  longest = length,
  value,
  onChange,
  onComplete,
  label,
  className,
  autoComplete = 'one-time-code',
  autoFocus,
  ...props
}: OtpInputProps) {
  const input = useRef<HTMLInputElement>(null)
  const count = Math.max(length, value.length)
  const boxes = Array.from({ length: count }, (_, index) => ({ index, digit: value[index] ?? '' }))
  const accept = (raw: string) => {
    const next = readCode(raw, shortest, longest)
    onChange(next)
    // Deleting the digits beyond `length` completes nothing.
    if (next.length === length && value.length <= length && next !== value) onComplete?.(next)
  }
  return (
    <div className={cn('group relative', className)} dir="ltr">
      <input
        ref={input}
        aria-label={label}
        inputMode="numeric"
        autoComplete={autoComplete}
        // biome-ignore lint/a11y/noAutofocus: the field appears because the person asked for it
        autoFocus={autoFocus}
        value={value}
        onChange={(event) => accept(event.target.value)}
        className="absolute inset-0 z-10 size-full cursor-text bg-transparent text-transparent caret-transparent opacity-0 outline-none"
        {...props}
      />
      <div aria-hidden className={cn('flex', count > 6 ? 'gap-1' : 'gap-2')}>
        {boxes.map(({ index, digit }) => (
          <div
            key={index}
            className={cn(
              'grid h-14 min-w-0 flex-1 place-items-center rounded-control border border-line bg-soft text-xl font-semibold tabular transition-colors',
              index === Math.min(value.length, count - 1) &&
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
