import { useEffect, useEffectEvent, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { chime, watchSound } from '@/lib/page/sound'
import { toast } from '@/lib/page/toast'
import { countUnread, newMessages } from '../model/messages'
import { hasSound } from '../model/sound'
import { useMessages } from '../queries'
import { isConversationOpen } from './use-open-conversation'
import { useReadMark } from './use-read-mark'

/** Returns how many messages of the other party of a booking this device has not shown yet. */
export function useUnread(bookingId: string | null, me: string): number {
  const { data = [] } = useMessages(bookingId)
  const [readUntil] = useReadMark(bookingId ?? '')
  return countUnread(data, me, readUntil)
}

/**
 * Tells of each message that arrives while its conversation is closed: by a toast that opens it, and by a sound if that is on.
 *
 * @param other the other party's name
 */
export function useChatNews(
  bookingId: string | null,
  { me, other, onOpen }: { me: string; other: string; onOpen: () => void }
): void {
  const { t } = useTranslation('chat_queue')
  const { data } = useMessages(bookingId)
  const last = useRef<{ bookingId: string; at: number } | null>(null)
  // Browsers allow a sound only once the person has touched the page.
  useEffect(() => (bookingId ? watchSound(() => {}) : undefined), [bookingId])
  const tell = useEffectEvent((text: string) => {
    if (bookingId && isConversationOpen(bookingId)) return
    toast('message', t('from', { name: other, text }), { label: t('read'), run: onOpen })
    if (hasSound()) chime()
  })
  useEffect(() => {
    if (!bookingId || !data) return
    const at = Math.max(0, ...data.map(({ created_at }) => Date.parse(created_at)))
    const since = last.current?.bookingId === bookingId ? last.current.at : null
    last.current = { bookingId, at }
    // The messages that were there before the page was opened are only counted.
    const fresh = since === null ? [] : newMessages(data, me, since)
    const newest = fresh.at(-1)
    if (newest) tell(newest.message)
  }, [bookingId, data, me])
}
