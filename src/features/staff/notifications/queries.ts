import useSWR from 'swr'
import { pageOf, type Source } from '@/components/data-table'
import { unwrap } from '@/lib/server/api'
import { containing } from '@/lib/server/containing'
import { supabase } from '@/lib/server/supabase'
import type { Tables } from '@/types/database'
import { type Audience, type Draft, receiversOf } from './model'

export type Notification = Tables<'notifications'> & {
  author: { first_name: string; last_name: string } | null
  /**
   * For how many receivers the notification is still queued, was sent, was given up after failures, or was stopped; null for a
   * draft.
   */
  progress?: readonly [queued: number, sent: number, dead: number, stopped: number] | null
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
 * Requests how many a notification would reach now.
 *
 * @returns `audience`: by channel and language, undefined until it is known. `count`: on the chosen channels together. `problem`:
 * the error or error key that says why nobody would get the notification, or why the number is unknown; else null.
 */
export function useAudience({ usertype, devicetype, channels }: Pick<Draft, 'usertype' | 'devicetype' | 'channels'>) {
  const { data, error } = useSWR(
    ['receivers', usertype, devicetype],
    async () => (await unwrap(supabase.rpc('news_audience', { usertype, devicetype }))) as Audience[],
    { shouldRetryOnError: false }
  )
  const audience = error ? undefined : data
  const count = audience && channels.reduce((sum, channel) => sum + receiversOf(audience, channel), 0)
  return { audience, count, problem: error ?? (count === 0 ? 'no_user_match' : null) }
}

/** What text messages of news cost: the parts that the firm's day leaves (null: any), and the price of one, if a provider said it. */
export interface NewsTexts {
  left: number | null
  price: number | null
  currency: string | null
}

/** Reads what decides about the cost of text messages, while `isAsked`. */
export const useNewsTexts = (isAsked: boolean) =>
  useSWR(isAsked ? 'news-texts' : null, async () => (await unwrap(supabase.rpc('news_texts'))) as NewsTexts).data

const ASK_AGAIN_MS = 2000

const untilSent = (known?: { queued: number } | null) => (known?.queued === 0 ? 0 : ASK_AGAIN_MS)

/** The progress of sending a notification: at first that of its row, then requested at an interval while devices are queued. */
export function useProgress({ id, progress }: Pick<Notification, 'id' | 'progress'>) {
  const [queued = 0, sent = 0, dead = 0, stopped = 0] = progress ?? []
  const isOnItsWay = queued > 0
  const { data } = useSWR(
    isOnItsWay ? ['notification-progress', id] : null,
    async () => {
      const [row] = await unwrap(supabase.rpc('notification_progress', { notification_id: id }))
      return row ?? null
    },
    { refreshInterval: untilSent, revalidateOnFocus: false }
  )
  return data ?? { queued, sent, dead, stopped }
}
