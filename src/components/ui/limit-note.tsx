import { useTooLong } from '@/lib/text-limit'

interface LimitNoteProps {
  id: string
  text: string
  limit: number
}

/**
 * Says that a text is too long, below a control without a `Field`. The live region is always present, so that screen readers
 * announce it.
 */
export function LimitNote({ id, text, limit }: LimitNoteProps) {
  const tooLong = useTooLong()
  return (
    <p id={id} role="alert" className="text-sm text-bad empty:hidden">
      {tooLong(text, limit)}
    </p>
  )
}
