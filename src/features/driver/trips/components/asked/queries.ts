import useSWR from 'swr'
import { unwrap } from '@/lib/server/api'
import { supabase } from '@/lib/server/supabase'
import type { Database } from '@/types/database'

export type Asking = Database['public']['Functions']['why_was_i_not_asked']['Returns'][number]

/**
 * Returns the rides and parcels near the driver in the hour that begins at `hour` (ms since the epoch). Each says how the
 * driver answered the offer, or why the driver got none. A null hour requests nothing.
 */
export const useAskings = (driverId: string, hour: number | null) =>
  useSWR<Asking[]>(hour === null ? null : ['why-not-asked', driverId, hour], () =>
    unwrap(supabase.rpc('why_was_i_not_asked', { hour: new Date(hour ?? 0).toISOString() }))
  )
