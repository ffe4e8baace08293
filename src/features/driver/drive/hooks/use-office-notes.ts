import useSWR from 'swr'
import { unwrap } from '@/lib/server/api'
import { pollInterval } from '@/lib/server/live'
import { supabase } from '@/lib/server/supabase'
import { useBroadcast } from '@/lib/server/use-broadcast'
import { driverKeys } from '../queries'

/** Kinds of notices that explain why a driver gets fewer trips. */
const KEYS = [
  'account_suspended',
  'account_shift_ended',
  'document_rejected',
  'document_expired',
  'document_needed',
  'file_refused'
] as const

/** A notice that the driver has not dismissed. */
export interface OfficeNote {
  id: string
  key: (typeof KEYS)[number]
  params: { kind?: string; reason?: string; vehicle?: string; document?: string; paper?: string; until?: string }
  created_at: string
  /** The ids of this notice and of earlier ones about the same thing. */
  ids: readonly string[]
}

/** Maximum number of notices shown. The oldest are shown first. */
const MOST = 10

/** Returns the newest of the notices about each thing. `rows` are sorted by age, the oldest first, and so is the result. */
export function newestNotes(rows: readonly Omit<OfficeNote, 'ids'>[]): OfficeNote[] {
  const notes = new Map<string, OfficeNote>()
  for (const row of rows) {
    const { kind, vehicle, document } = row.params
    const about = JSON.stringify([row.key, kind, vehicle, document])
    const ids = [...(notes.get(about)?.ids ?? []), row.id]
    notes.delete(about)
    notes.set(about, { ...row, ids })
  }
  return [...notes.values()]
}

async function getOfficeNotes(driverId: string): Promise<OfficeNote[]> {
  const rows = await unwrap(
    supabase
      .from('notices')
      .select('id,key,params,created_at')
      .eq('user_id', driverId)
      .in('key', KEYS)
      .is('read_at', null)
      .order('created_at')
      .limit(MOST)
      .overrideTypes<Omit<OfficeNote, 'ids'>[], { merge: false }>()
  )
  return newestNotes(rows)
}

/**
 * Returns the notices that explain why the driver gets fewer trips or none, with the office's reason. Each is returned until
 * the driver dismisses it.
 */
export function useOfficeNotes(driverId: string) {
  const channel = useBroadcast(`user:${driverId}`, () => mutate(), { events: ['notice'] })
  const { data = [], mutate } = useSWR(driverKeys.officeNotes(driverId), ([, id]) => getOfficeNotes(id), {
    refreshInterval: pollInterval(channel)
  })
  return { notes: data, reload: () => void mutate() }
}
