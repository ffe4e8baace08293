import { unwrap } from '@/lib/api'
import type { Place } from '@/lib/geo'
import { supabase } from '@/lib/supabase'

/** Keeps a place under a name; the same name again moves it. @throws AppError `address_invalid`, `too_many_addresses` */
export async function saveAddress({ label, place }: { label: string; place: Place }) {
  const { add, lat, lng } = place
  return await unwrap(supabase.rpc('save_address', { label, description: add, lat, lng }))
}

/** Another name for one of one's places; it leaves the place that had it. @throws AppError `address_invalid`, `address_not_found`, `too_many_addresses` */
export async function renameAddress({ id, label }: { id: string; label: string }) {
  return await unwrap(supabase.rpc('rename_address', { id, label }))
}

/** Removes one of one's places. */
export async function removeAddress(id: string): Promise<void> {
  await unwrap(supabase.from('saved_addresses').delete().eq('id', id).select('id'))
}
