import { useTooLong } from '@/lib/text-limit'

interface LimitNoteProps {
  id: string
  text: string
  limit: number
}

/** Below a control without a `Field`: says that a text is too long, in a live region that is always there. */
export function LimitNote({ id, text, limit }: LimitNoteProps) {
  const tooLong = useTooLong()
  return (
    <p id={id} role="alert" className="text-sm text-bad empty:hidden">
      {tooLong(text, limit)}
    </p>
  )
}
