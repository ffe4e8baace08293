import { unwrap } from '@/lib/api'
import type { Place } from '@/lib/geo'
import { supabase } from '@/lib/supabase'

/** Keeps a place under a name; the same name again moves it. @throws AppError `address_invalid`, `too_many_addresses` */
export async function saveAddress({ label, place }: { label: string; place: Place }) {
  const { add, lat, lng } = place
  return await unwrap(supabase.rpc('save_address', { label, description: add, lat, lng }))
}
