import useSWR from 'swr'
import { papersOf, usePaperKinds } from '@/entities/paper'
import { useIsEmployed, useSession } from '@/entities/person'
import { useSettings } from '@/entities/settings'
import { unwrap } from '@/lib/server/api'
import { supabase } from '@/lib/server/supabase'
import { useBroadcast } from '@/lib/server/use-broadcast'
import { serverNow } from '@/lib/time/server-clock'
import { dayOf } from '@/lib/time/zoned'
import { type FirstDay, firstDayOf } from './model'

/** Maximum number of documents to read: more than a driver ever submits. */
const MOST = 50

export const firstDayKey = (id: string) => ['first-day', id] as const

const getFacts = async (id: string) => {
  const [driver, profile, documents, bank, trips] = await Promise.all([
    unwrap(supabase.from('drivers').select('car_type_id,vehicle_number').eq('id', id).single()),
    unwrap(supabase.from('profiles').select('approved,created_by').eq('id', id).single()),
    unwrap(
      supabase
        .from('driver_documents')
        .select()
        .eq('driver_id', id)
        .order('created_at', { ascending: false })
        .limit(MOST)
    ),
    unwrap(supabase.from('bank_details').select('bank_account').eq('user_id', id).maybeSingle()),
    unwrap(supabase.from('bookings').select('id').eq('driver_id', id).limit(1))
  ])
  return { driver, profile, documents, hasBank: Boolean(bank?.bank_account), hasDriven: trips.length > 0 }
}

/** What a driver still has to do before the first ride, and what the office has. The office's decisions appear as they are made. */
export function useFirstDay(id: string) {
  const { settings } = useSettings()
  const { profile } = useSession()
  const kinds = usePaperKinds()
  const { data, error, mutate } = useSWR(firstDayKey(id), () => getFacts(id))
  useBroadcast(`user:${id}`, () => mutate(), { events: ['document', 'profile', 'notice'] })
  const isEmployed = useIsEmployed(id)
  /** The wages of an employee are not paid here. */
  const asksBank = Boolean(settings?.bank_fields) && !isEmployed
  const today = settings ? dayOf(serverNow(), settings.time_zone) : ''
  const day: FirstDay | undefined =
    data && kinds.data && settings
      ? firstDayOf({
          papers: papersOf(kinds.data, data.documents, today),
          today,
          hasPhoto: Boolean(profile?.profile_image),
          hasBank: data.hasBank || !asksBank,
          isApproved: data.profile.approved,
          hasCar: data.driver.car_type_id !== null,
          isAdded: data.profile.created_by !== null,
          hasDriven: data.hasDriven
        })
      : undefined
  const reload = () => Promise.all([mutate(), kinds.mutate()])
  return { day, asksBank, error: error ?? kinds.error, reload }
}
