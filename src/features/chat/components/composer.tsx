import { SendHorizontal } from 'lucide-react'
import { type FormEvent, type KeyboardEvent, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '@/components/ui/button'
import { Input } from '@/components/ui/input'
import { LimitNote } from '@/components/ui/limit-note'
import { isTooLong } from '@/lib/text-limit'
import { textLimits } from '@/types/text-limits'

const LIMIT = textLimits.chat_messages.message

const QUICK: Record<'rider' | 'driver', readonly string[]> = {
  rider: ['coming', 'where', 'thanks'],
  driver: ['here', 'minutes', 'ok']
}

interface ComposerProps {
  role: 'rider' | 'driver'
  /** The rider's code while the driver waits for it; null where there is nothing to tell. */
  code: string | null
  onSend: (text: string) => void
}

/** What one can say: the code and three more things with a tap, anything else by typing. */
export function Composer({ role, code, onSend }: ComposerProps) {
  const { t } = useTranslation('chat')
  const [text, setText] = useState('')
  const field = useRef<HTMLInputElement>(null)
  const submit = (event: FormEvent | KeyboardEvent) => {
    event.preventDefault()
    const message = text.trim()
    if (!message || isTooLong(message, LIMIT)) return
    onSend(message)
    setText('')
    // There is nothing to send any more: the button would drop the focus.
    field.current?.focus()
  }
  return (
    <div className="space-y-2 pt-2">
      <ul className="flex gap-2 overflow-x-auto pb-1" aria-label={t('quick.label')}>
        {code && (
          <li className="shrink-0">
            <Button size="sm" variant="accent" onClick={() => onSend(t('quick.code_message', { code }))}>
              {t('quick.code')}
            </Button>
          </li>
        )}
        {QUICK[role].map((key) => (
          <li key={key} className="shrink-0">
            <Button size="sm" variant="outline" onClick={() => onSend(t(`quick.${role}.${key}`))}>
              {t(`quick.${role}.${key}`)}
            </Button>
          </li>
        ))}
      </ul>
      <form onSubmit={submit} className="flex gap-2">
        <Input
          ref={field}
          aria-label={t('message')}
          placeholder={t('message')}
          value={text}
          aria-describedby="message-limit"
          aria-invalid={isTooLong(text, LIMIT) || undefined}
          enterKeyHint="send"
          autoComplete="off"
          onChange={(event) => setText(event.target.value)}
          className="min-w-0 flex-1"
        />
        <Button
          type="submit"
          size="icon"
          variant="accent"
          className="size-12"
          aria-label={t('send')}
          disabled={!text.trim() || isTooLong(text, LIMIT)}
        >
          <SendHorizontal aria-hidden className="rtl:-scale-x-100" />
        </Button>
      </form>
      <LimitNote id="message-limit" text={text} limit={LIMIT} />
    </div>
  )
}
