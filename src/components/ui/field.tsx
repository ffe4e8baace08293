import { CircleAlert } from 'lucide-react'
import { type ReactNode, useId } from 'react'
import { useTooLong } from '@/lib/typing/text-limit'
import { cn } from '@/lib/utils'
import { Label } from './label'

interface FieldProps {
  label: string
  hint?: ReactNode
  /** The error message, already translated. */
  error?: string | null | undefined
  /** The field's current text and its maximum length in characters. A longer text shows an error at once. */
  limit?: { text: string; of: number }
  className?: string
  /** Shown beside the label: a mark that the field was changed. */
  mark?: ReactNode
  /** Uses a smaller label, for forms with many fields. */
  isDense?: boolean
  /** Renders the control. Spread the given props on the control, so that they connect it with its label, hint and error. */
  children: (control: {
    id: string
    'aria-describedby': string | undefined
    'aria-invalid': true | undefined
    'data-limit': number | undefined
  }) => ReactNode
}

/** A labelled control with its hint and its error. */
export function Field({ label, hint, error: wrong, limit, className, mark, isDense = false, children }: FieldProps) {
  const tooLong = useTooLong()
  const error = (limit && tooLong(limit.text, limit.of)) || wrong
  const id = useId()
  const noteId = `${id}-note`
  return (
    <div className={cn('space-y-1.5', className)}>
      <div className="flex min-w-0 items-baseline gap-2">
        <Label htmlFor={id} className={cn('shrink-0', isDense && 'font-normal text-muted')}>
          {label}
        </Label>
        {mark}
      </div>
      {children({
        id,
        'aria-describedby': error || hint ? noteId : undefined,
        'aria-invalid': error ? true : undefined,
        // Tests look for text controls without it (tests/office/text-limits.ts).
        'data-limit': limit?.of
      })}
      {error ? (
        <p id={noteId} role="alert" className="flex items-start gap-1.5 text-sm text-bad">
          <CircleAlert aria-hidden className="mt-0.5 size-4 shrink-0" />
          {error}
        </p>
      ) : (
        hint && (
          <p id={noteId} className={cn('text-muted', isDense ? 'text-xs' : 'text-sm')}>
            {hint}
          </p>
        )
      )}
    </div>
  )
}
