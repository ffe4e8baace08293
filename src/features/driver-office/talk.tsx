import { useTranslation } from 'react-i18next'
import { useFormat } from '@/entities/settings'
import { cn } from '@/lib/utils'
import type { DeskMessage } from './api'

/** The messages of a conversation, oldest first; those of the reader are aligned at the end side. */
export function Talk({ messages }: { messages: readonly DeskMessage[] }) {
  const { t } = useTranslation('driver_office')
  const { dateTime } = useFormat()
  if (messages.length === 0) return <p className="rounded-card bg-soft p-4 text-sm text-muted">{t('empty')}</p>
  return (
    <ol aria-label={t('messages')} className="space-y-2">
      {messages.map(({ id, is_from_desk, message, created_at }) => (
        <li
          key={id}
          className={cn(
            'w-fit max-w-[85%] rounded-card px-3.5 py-2.5',
            is_from_desk ? 'bg-soft' : 'ms-auto bg-accent-soft'
          )}
        >
          <p dir="auto" className="text-base text-pretty whitespace-pre-line wrap-anywhere">
            {message}
          </p>
          <p className="mt-1 text-xs text-muted tabular">
            {t(is_from_desk ? 'office' : 'you')} · <time dateTime={created_at}>{dateTime(created_at)}</time>
          </p>
        </li>
      ))}
    </ol>
  )
}
