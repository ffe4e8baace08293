import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { dropMessage, type QueuedMessage, queueAgain } from '@/entities/outbox'
import { useFormat } from '@/entities/settings'
import { useErrorText } from '@/lib/server/use-error-text'
import { cn } from '@/lib/utils'
import type { DeskMessage } from '../queries'

interface TalkProps {
  messages: readonly DeskMessage[]
  /** The driver's messages that are not sent yet. */
  queued: readonly QueuedMessage[]
  /** Whether they wait for a network. */
  isOut: boolean
}

/** The messages of a conversation, oldest first; those of the reader are aligned at the end side. */
export function Talk({ messages, queued, isOut }: TalkProps) {
  const { t } = useTranslation(['driver_office', 'chat', 'chat_queue'])
  const { dateTime } = useFormat()
  const errorText = useErrorText()
  if (messages.length + queued.length === 0)
    return <p className="rounded-card bg-soft p-4 text-sm text-muted">{t('empty')}</p>
  return (
    <ol aria-label={t('messages')} className="space-y-2">
      {messages.map(({ id, is_from_desk, message, created_at }) => (
        <Line key={id} isOwn={!is_from_desk} message={message}>
          {t(is_from_desk ? 'office' : 'you')} · <time dateTime={created_at}>{dateTime(created_at)}</time>
        </Line>
      ))}
      {queued.map(({ key, text, failedKey }) => (
        <Line key={key} isOwn message={text}>
          {failedKey === null ? (
            t(isOut ? 'chat_queue:waiting' : 'chat:sending')
          ) : (
            <>
              <span className="text-bad">{errorText(failedKey)}</span>
              <span className="mt-1 flex gap-4">
                <button type="button" className="min-h-6 underline underline-offset-4" onClick={() => dropMessage(key)}>
                  {t('chat_queue:drop')}
                </button>
                <button
                  type="button"
                  className="min-h-6 text-bad underline underline-offset-4"
                  onClick={() => queueAgain(key)}
                >
                  {t('chat:failed')}
                </button>
              </span>
            </>
          )}
        </Line>
      ))}
    </ol>
  )
}

function Line({ isOwn, message, children }: { isOwn: boolean; message: string; children: ReactNode }) {
  return (
    <li className={cn('w-fit max-w-[85%] rounded-card px-3.5 py-2.5', isOwn ? 'ms-auto bg-accent-soft' : 'bg-soft')}>
      <p dir="auto" className="text-base text-pretty whitespace-pre-line wrap-anywhere">
        {message}
      </p>
      <p className="mt-1 text-xs text-muted tabular">{children}</p>
    </li>
  )
}
