import useSWR from 'swr'
import { pageOf, type Source } from '@/components/data-table'
import { unwrap } from '@/lib/server/api'
import { containing } from '@/lib/server/containing'
import { supabase } from '@/lib/server/supabase'
import type { Tables } from '@/types/database'

export type Notification = Tables<'notifications'> & {
  author: { first_name: string; last_name: string } | null
  /**
   * Number of devices for which the notification is still queued, was sent, or was given up after failures; null for a draft.
   */
  progress?: readonly [queued: number, sent: number, dead: number] | null
}

export const USERTYPES = ['All', 'rider', 'driver'] as const

export const DEVICETYPES = ['All', 'ANDROID', 'IOS'] as const

/** A notification that is being composed: its text and its audience. */
export interface Draft {
  usertype: (typeof USERTYPES)[number]
  devicetype: (typeof DEVICETYPES)[number]
  title: string
  body: string
}

const COLUMNS = '*,progress,author:profiles!notifications_created_by_fkey(first_name,last_name)'

/** Reads notifications page by page, newest first. */
export const notificationSource: Source<Notification> = async ({ search, filters }, { after, size }, signal) => {
  let query = supabase.from('notifications').select(COLUMNS)
  if (search) query = query.ilike('title', containing(search))
  for (const column of ['usertype', 'devicetype'] as const) {
    const [value] = filters[column] ?? []
    if (value) query = query.eq(column, value)
  }
  if (filters.sent) query = filters.sent[0] === 'yes' ? query.not('sent_at', 'is', null) : query.is('sent_at', null)
  const [from, to] = filters.created ?? []
  if (from) query = query.gte('created_at', from)
  if (to) query = query.lt('created_at', to)
  const cursor = after as { at: string; id: string } | null
  if (cursor) query = query.or(`created_at.lt."${cursor.at}",and(created_at.eq."${cursor.at}",id.gt.${cursor.id})`)
  const rows = await unwrap(
    query
      .order('created_at', { ascending: false })
      .order('id')
      .limit(size)
      .abortSignal(signal)
      .overrideTypes<Notification[], { merge: false }>()
  )
  return pageOf(rows, size, ({ created_at: at, id }) => ({ at, id }))
}

/**
 * Requests the number of devices that would get the notification now.
 *
 * @returns `count`: that number, undefined until it is known. `problem`: the error or error key that says why no device would
 * get the notification, or why the number is unknown; else null.
 */
export function useReceivers({ usertype, devicetype }: Pick<Draft, 'usertype' | 'devicetype'>) {
  const { data, error } = useSWR(
    ['receivers', usertype, devicetype],
    () => unwrap(supabase.rpc('notification_receivers', { usertype, devicetype })),
    { shouldRetryOnError: false }
  )
  return { count: error ? undefined : data, problem: error ?? (data === 0 ? 'no_user_match' : null) }
}

const ASK_AGAIN_MS = 2000

const untilSent = (known?: { queued: number } | null) => (known?.queued === 0 ? 0 : ASK_AGAIN_MS)

/** The progress of sending a notification: at first that of its row, then requested at an interval while devices are queued. */
export function useProgress({ id, progress }: Pick<Notification, 'id' | 'progress'>) {
  const [queued = 0, sent = 0, dead = 0] = progress ?? []
  const isOnItsWay = queued > 0
  const { data } = useSWR(
    isOnItsWay ? ['notification-progress', id] : null,
    async () => {
      const [row] = await unwrap(supabase.rpc('notification_progress', { notification_id: id }))
      return row ?? null
    },
    { refreshInterval: untilSent, revalidateOnFocus: false }
  )
  return data ?? { queued, sent, dead }
}
