import { useId } from 'react'
import { SignInCode } from '@/components/ui/sign-in-code'
import { useErrorText } from '@/lib/server/use-error-text'
import type { useContactChange } from './use-contact-change'

interface ContactCodeProps {
  label: string
  /** The address or number to which the code was sent. */
  sentTo: string
  change: ReturnType<typeof useContactChange>
}

/** The field for the code of a changed address or number, with what is wrong about it. */
export function ContactCode({ label, sentTo, change }: ContactCodeProps) {
  const errorText = useErrorText()
  const noteId = useId()
  const { problem } = change
  return (
    <>
      <SignInCode
        // Each code gets a new, empty input, which takes the focus.
        key={sentTo}
        sentTo={sentTo}
        label={label}
        value={change.code}
        onChange={change.setCode}
        onComplete={change.confirm}
        autoFocus
        aria-invalid={problem ? true : undefined}
        aria-describedby={noteId}
      />
      <p id={noteId} role="alert" className="mt-2 text-sm text-bad empty:hidden">
        {problem ? errorText(problem) : ''}
      </p>
    </>
  )
}
