import { useTooLong } from '@/lib/typing/text-limit'

interface LimitNoteProps {
  id: string
  text: string
  limit: number
}

/**
 * Says that a text is too long, below a control that is not in a `Field`. The live region is rendered even while it is empty,
 * because screen readers announce only changes of a region that exists.
 */
export function LimitNote({ id, text, limit }: LimitNoteProps) {
  const tooLong = useTooLong()
  return (
    <p id={id} role="alert" className="text-sm text-bad empty:hidden">
      {tooLong(text, limit)}
    </p>
  )
}
