import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '@/entities/settings'
import { useErrorText } from '@/lib/server/use-error-text'
import { cn } from '@/lib/utils'
import type { ShownMessage } from '../model/messages'

interface MessageProps {
  message: ShownMessage
  onRetry: () => void
  onDrop: () => void
}

function Message({ message, onRetry, onDrop }: MessageProps) {
  const { t } = useTranslation(['chat', 'chat_queue'])
  const errorText = useErrorText()
  const { time } = useFormat()
  return (
    <li className={cn('flex flex-col gap-1', message.isMine ? 'items-end' : 'items-start')}>
      <p
        className={cn(
          'max-w-[85%] rounded-card px-3.5 py-2 text-base text-pretty whitespace-pre-wrap',
          message.isMine ? 'rounded-ee-[4px] bg-ink text-paper' : 'rounded-es-[4px] bg-soft',
          message.state === 'sending' && 'opacity-60'
        )}
      >
        <span className="sr-only">{message.isMine ? t('you_said') : t('other_said')} </span>
        <bdi>{message.text}</bdi>
      </p>
      <p className="text-xs text-muted tabular">
        {message.state === 'sending' && t('sending')}
        {message.state === 'sent' && time(message.at)}
        {message.state === 'waiting' && t('chat_queue:waiting')}
        {message.failedKey && (
          <span className="flex flex-col items-end gap-1">
            <span className="text-bad">{errorText(message.failedKey)}</span>
            <span className="flex gap-4">
              <button type="button" className="min-h-6 underline underline-offset-4" onClick={onDrop}>
                {t('chat_queue:drop')}
              </button>
              <button type="button" className="min-h-6 text-bad underline underline-offset-4" onClick={onRetry}>
                {t('failed')}
              </button>
            </span>
          </span>
        )}
      </p>
    </li>
  )
}

interface MessageListProps {
  messages: ShownMessage[]
  /** Shown while there are no messages. */
  empty: string
  onRetry: (key: string) => void
  onDrop: (key: string) => void
}

/**
 * The conversation as a live log: screen readers announce only added messages. It is rendered before the first message, because
 * a region added later would not be announced.
 */
export function MessageList({ messages, empty, onRetry, onDrop }: MessageListProps) {
  const { t } = useTranslation('chat')
  const end = useRef<HTMLDivElement>(null)
  const last = messages.at(-1)?.key
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when the last message changes
  useEffect(() => {
    end.current?.scrollIntoView({ block: 'end' })
  }, [last])
  return (
    <div
      role="log"
      aria-label={t('log')}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a log that scrolls is interactive
      tabIndex={0}
      className="min-h-0 flex-1 overflow-y-auto overscroll-contain py-4 focus-visible:-outline-offset-2"
    >
      {messages.length === 0 ? (
        <p className="grid h-full place-items-center px-6 text-center text-sm text-pretty text-muted">{empty}</p>
      ) : (
        <ol className="flex flex-col gap-3">
          {messages.map((message) => (
            <Message
              key={message.key}
              message={message}
              onRetry={() => onRetry(message.key)}
              onDrop={() => onDrop(message.key)}
            />
          ))}
        </ol>
      )}
      <div ref={end} />
    </div>
  )
}
