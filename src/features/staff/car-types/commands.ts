import { unwrap } from '@/lib/server/api'
import { editableRows } from '@/lib/server/editable-rows'
import { supabase } from '@/lib/server/supabase'
import type { CarTypeRow } from './model'

/** Reads and changes car types. The database refuses to delete a car type that drivers or bookings use. */
export const carTypes = editableRows<CarTypeRow>('car_types')

/** Saves a new order of the car types. */
export async function orderCarTypes(rows: readonly CarTypeRow[]): Promise<void> {
  await unwrap(supabase.rpc('order_car_types', { ids: rows.map(({ id }) => id) }))
}
