import { useTranslation } from 'react-i18next'
import { useUnread } from '../hooks/use-chat-news'

/** The number of unread messages of a conversation; nothing if there are none. */
export function UnreadCount({ bookingId, me }: { bookingId: string; me: string }) {
  return <Count of={useUnread(bookingId, me)} />
}

/** A number of unread messages. */
export function Count({ of: unread }: { of: number }) {
  const { t } = useTranslation('chat')
  if (unread === 0) return null
  return (
    <span className="grid h-6 min-w-6 shrink-0 place-items-center rounded-full bg-accent px-1.5 text-sm font-semibold text-accent-ink tabular">
      {unread}
      <span className="sr-only"> {t('unread', { count: unread })}</span>
    </span>
  )
}
