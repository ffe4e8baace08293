import type { Place } from '@/lib/geo/geo'
import { unwrap } from '@/lib/server/api'
import { supabase } from '@/lib/server/supabase'

/**
 * Saves a place under a name. If another saved place has this name, the name moves to the new place.
 *
 * @throws AppError `address_invalid`, `too_many_addresses`
 */
export async function saveAddress({ label, place }: { label: string; place: Place }) {
  const { add, lat, lng } = place
  return await unwrap(supabase.rpc('save_address', { label, description: add, lat, lng }))
}

/**
 * Renames a saved place. If another place has that name, the other place loses it.
 *
 * @throws AppError `address_invalid`, `address_not_found`, `too_many_addresses`
 */
export async function renameAddress({ id, label }: { id: string; label: string }) {
  return await unwrap(supabase.rpc('rename_address', { id, label }))
}

/** Removes a saved place. */
export async function removeAddress(id: string): Promise<void> {
  await unwrap(supabase.from('saved_addresses').delete().eq('id', id).select('id'))
}
