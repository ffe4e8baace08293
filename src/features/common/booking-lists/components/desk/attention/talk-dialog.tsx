import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { Button } from '@/components/ui/button'
import { CommandDialog } from '@/components/ui/command-dialog'
import { confirmKey } from '@/components/ui/confirm-key'
import { Field } from '@/components/ui/field'
import { Skeleton } from '@/components/ui/skeleton'
import { Textarea } from '@/components/ui/textarea'
import { paths } from '@/config/paths'
import { useFormat } from '@/entities/settings'
import { useCommand } from '@/lib/server/use-command'
import { useErrorText } from '@/lib/server/use-error-text'
import { isTooLong } from '@/lib/typing/text-limit'
import { textLimits } from '@/types/text-limits'
import { answerDriver } from './commands'
import { talkKey, useDriverTalk } from './queries'
import { attentionKey } from './use-attention'

const SEND = confirmKey()
const LIMIT = textLimits.desk_messages.message

/** Number of messages shown: enough to see what the conversation is about. */
const SHOWN = 6

interface TalkDialogProps {
  driverId: string
  name: string
  onClose: () => void
}

/**
 * The dialog with a driver's messages to the desk, a field for the answer, and a button to close the conversation without an
 * answer.
 */
export function TalkDialog({ driverId, name, onClose }: TalkDialogProps) {
  const { t } = useTranslation('attention')
  const [words, setWords] = useState('')
  const invalidates = () => [attentionKey, talkKey(driverId)]
  const send = useCommand((text: string, key) => answerDriver(driverId, text, key), {
    invalidates,
    done: t('talk.sent', { name }),
    onDone: onClose
  })
  const close = useCommand((_: undefined, key) => answerDriver(driverId, null, key), {
    invalidates,
    done: t('talk.closed'),
    onDone: onClose
  })
  return (
    <CommandDialog
      title={t('talk.title', { name })}
      text={t('talk.text')}
      confirm={t('talk.send')}
      confirmKey={SEND}
      variant="accent"
      disabled={!words.trim() || isTooLong(words, LIMIT)}
      command={{ busy: send.busy, error: send.error ?? close.error }}
      onConfirm={() => void send.run(words.trim())}
      onClose={onClose}
    >
      <Conversation driverId={driverId} />
      <Field label={t('talk.answer')} limit={{ text: words, of: LIMIT }}>
        {(control) => (
          <Textarea {...control} autoFocus value={words} onChange={(event) => setWords(event.target.value)} />
        )}
      </Field>
      <Button variant="outline" className="mt-3 w-full" busy={close.busy} onClick={() => void close.run(undefined)}>
        {t('talk.close')}
      </Button>
    </CommandDialog>
  )
}

function Conversation({ driverId }: { driverId: string }) {
  const { t } = useTranslation('attention')
  const { dateTime } = useFormat()
  const errorText = useErrorText()
  const { data, error } = useDriverTalk(driverId)
  if (error) return <p className="text-sm text-bad">{errorText(error)}</p>
  if (!data) return <Skeleton className="h-24" />
  return (
    <ol className="mb-4 max-h-60 space-y-3 overflow-y-auto text-sm">
      {data
        .slice(0, SHOWN)
        .reverse()
        .map(({ id, is_from_desk, message, created_at, booking_id }) => (
          <li key={id}>
            <p className="text-xs text-muted">
              {t(is_from_desk ? 'talk.desk' : 'talk.driver')} ·{' '}
              <time dateTime={created_at}>{dateTime(created_at)}</time>
              {booking_id && (
                <>
                  {' · '}
                  <Link to={paths.booking(booking_id)} className="underline underline-offset-4">
                    {t('talk.trip')}
                  </Link>
                </>
              )}
            </p>
            <p dir="auto" className="whitespace-pre-line wrap-anywhere">
              {message}
            </p>
          </li>
        ))}
    </ol>
  )
}
