import { SendHorizontal } from 'lucide-react'
import { type FormEvent, useId, useRef, useState } from 'react'
import { isTooLong } from '@/lib/typing/text-limit'
import { Button } from './button'
import { Input } from './input'
import { LimitNote } from './limit-note'

interface MessageLineProps {
  label: string
  /** The label of the send button. */
  send: string
  limit: number
  busy?: boolean
  /** Sends the message. Returns false if it was not sent: the text then stays in the field. */
  onSend: (text: string) => boolean | Promise<boolean>
}

/** A one-line message field with a send button. */
export function MessageLine({ label, send, limit, busy = false, onSend }: MessageLineProps) {
  const [text, setText] = useState('')
  const note = useId()
  const field = useRef<HTMLInputElement>(null)
  const isLong = isTooLong(text, limit)
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    const message = text.trim()
    if (!message || isLong || busy) return
    if ((await onSend(message)) === false) return
    // Clears the field, unless the person has typed another message meanwhile.
    setText((now) => (now.trim() === message ? '' : now))
    // Moves the focus to the field: the button is disabled while the field is empty, and would lose the focus.
    field.current?.focus()
  }
  return (
    <>
      <form onSubmit={(event) => void submit(event)} className="flex gap-2">
        <Input
          ref={field}
          aria-label={label}
          placeholder={label}
          value={text}
          aria-describedby={note}
          aria-invalid={isLong || undefined}
          data-limit={limit}
          enterKeyHint="send"
          autoComplete="off"
          onChange={({ target }) => setText(target.value)}
          className="min-w-0 flex-1"
        />
        <Button
          type="submit"
          size="icon"
          variant="accent"
          className="size-12"
          aria-label={send}
          busy={busy}
          disabled={!text.trim() || isLong}
        >
          <SendHorizontal aria-hidden className="rtl:-scale-x-100" />
        </Button>
      </form>
      <LimitNote id={note} text={text} limit={limit} />
    </>
  )
}
