import useSWR from 'swr'
import { unwrap } from '@/lib/api'
import { pollInterval } from '@/lib/live'
import { supabase } from '@/lib/supabase'
import { useBroadcast } from '@/lib/use-broadcast'
import { driverKeys } from '../queries'

/** Kinds of notices that explain why a driver gets fewer trips. */
const KEYS = [
  'account_suspended',
  'account_shift_ended',
  'document_rejected',
  'document_expired',
  'file_refused'
] as const

/** A notice that the driver has not dismissed. */
export interface OfficeNote {
  id: string
  key: (typeof KEYS)[number]
  params: { kind?: string; reason?: string; vehicle?: string; document?: string }
  created_at: string
}

/** Maximum number of notices shown. The oldest are shown first. */
const MOST = 10

async function getOfficeNotes(driverId: string): Promise<OfficeNote[]> {
  return await unwrap(
    supabase
      .from('notices')
      .select('id,key,params,created_at')
      .eq('user_id', driverId)
      .in('key', KEYS)
      .is('read_at', null)
      .order('created_at')
      .limit(MOST)
      .overrideTypes<OfficeNote[], { merge: false }>()
  )
}

/**
 * Returns the notices that explain why the driver gets fewer trips or none, with the office's reason. Each is returned until
 * the driver dismisses it.
 */
export function useOfficeNotes(driverId: string) {
  const channel = useBroadcast(`user:${driverId}`, () => void mutate(), { events: ['notice'] })
  const { data = [], mutate } = useSWR(driverKeys.officeNotes(driverId), ([, id]) => getOfficeNotes(id), {
    refreshInterval: pollInterval(channel)
  })
  return { notes: data, reload: () => void mutate() }
}
