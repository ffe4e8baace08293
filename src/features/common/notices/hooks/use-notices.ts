import { useSWRConfig } from 'swr'
import useSWRInfinite from 'swr/infinite'
import { getNotices, markRead, NOTICE_PAGE, type Notice, noticeKeys, useUnread } from '@/entities/notice'
import { pollInterval } from '@/lib/server/live'
import { useBroadcast } from '@/lib/server/use-broadcast'
import { useCommand } from '@/lib/server/use-command'

/** Returns a person's notices page by page, updated by broadcast. */
export function useNotices(userId: string) {
  const { mutate: mutateAny } = useSWRConfig()
  const channel = useBroadcast(`user:${userId}`, () => list.mutate(), { events: ['notice'] })
  const list = useSWRInfinite(
    (index: number, before: Notice[] | null) =>
      index > 0 && (before?.length ?? 0) < NOTICE_PAGE
        ? null
        : ([noticeKeys.list, userId, index === 0 ? null : (before?.at(-1) ?? null)] as const),
    ([, of, before]) => getNotices(of, before),
    { refreshInterval: pollInterval(channel) }
  )
  const unread = useUnread(userId)
  const reading = useCommand((ids: string[] | null) => markRead(ids), {
    failure: 'toast',
    onDone: () => {
      void list.mutate()
      void mutateAny(noticeKeys.unread(userId))
    }
  })
  return {
    rows: list.data?.flat(),
    error: list.error,
    reload: () => void list.mutate(),
    hasMore: (list.data?.at(-1)?.length ?? 0) === NOTICE_PAGE,
    isBusy: list.isValidating,
    more: () => void list.setSize(list.size + 1),
    unread,
    read: (ids: string[] | null) => void reading.run(ids),
    isReading: reading.busy
  }
}
