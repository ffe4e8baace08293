import { unwrap } from '@/lib/api'
import type { Place } from '@/lib/geo'
import { supabase } from '@/lib/supabase'

const SHOWN = 4

/** Where this person is driven most often. */
export async function savedAddresses(userId: string): Promise<Place[]> {
  const rows = await unwrap(
    supabase
      .from('saved_addresses')
      .select('description, lat, lng')
      .eq('user_id', userId)
      .order('count', { ascending: false })
      .limit(SHOWN)
  )
  return rows.map(({ description, lat, lng }) => ({ lat, lng, add: description }))
}
