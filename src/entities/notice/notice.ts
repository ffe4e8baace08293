import useSWR from 'swr'
import { unwrap } from '@/lib/server/api'
import { pollInterval } from '@/lib/server/live'
import { supabase } from '@/lib/server/supabase'
import { useBroadcast } from '@/lib/server/use-broadcast'
import type { Tables } from '@/types/database'

/** A message to a person in the list of notices. Its text is `notices:<key>`, filled in with the params. */
export type Notice = Pick<
  Tables<'notices'>,
  'id' | 'key' | 'params' | 'screen' | 'booking_id' | 'created_at' | 'read_at'
>

/** Number of notices on a page of the list. */
export const NOTICE_PAGE = 30
/** The highest number of unread notices that is shown as it is. More are shown as "99+". */
export const MOST_UNREAD = 99

export const noticeKeys = {
  list: 'notices',
  unread: (userId: string) => ['notices-unread', userId] as const
}

/** Reads a page of the person's notices, the latest first: those older than `before`, or the latest if it is null. */
export async function getNotices(userId: string, before: Notice | null): Promise<Notice[]> {
  const latest = supabase
    .from('notices')
    .select('id,key,params,screen,booking_id,created_at,read_at')
    .eq('user_id', userId)
    .order('created_at', { ascending: false })
    .order('id')
    .limit(NOTICE_PAGE)
  if (!before) return unwrap(latest)
  const { created_at: at, id } = before
  return unwrap(latest.or(`created_at.lt.${at},and(created_at.eq.${at},id.gt.${id})`))
}

/** Marks the notices with these ids as read on all devices; without ids, all notices. */
export async function markRead(ids: string[] | null): Promise<true> {
  await unwrap(supabase.rpc('mark_notices_read', { ids }))
  return true
}

async function countUnread(userId: string): Promise<number> {
  const rows = await unwrap(
    supabase
      .from('notices')
      .select('id')
      .eq('user_id', userId)
      .is('read_at', null)
      .limit(MOST_UNREAD + 1)
  )
  return rows.length
}

/** The current number of unread notices; 100 means 100 or more. */
export function useUnread(userId: string): number {
  const channel = useBroadcast(`user:${userId}`, () => mutate(), { events: ['notice'] })
  const { data = 0, mutate } = useSWR(noticeKeys.unread(userId), ([, id]) => countUnread(id), {
    refreshInterval: pollInterval(channel)
  })
  return data
}
