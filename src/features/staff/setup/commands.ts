import type { Settings } from '@/entities/settings'
import { unwrap } from '@/lib/server/api'
import { supabase } from '@/lib/server/supabase'

/** Confirms a step together with its settings, all or nothing. */
export const confirmStep = (step: 'town' | 'tax' | 'offer' | 'live', patch: Partial<Settings> = {}) =>
  unwrap(supabase.rpc('confirm_setup', { step, patch }))

export const saveFirm = (patch: Partial<Settings>) => unwrap(supabase.rpc('update_settings', { patch }))

/** Makes the first car types. @param fare what a ride of five kilometres costs, the firm's share included */
export const startCarTypes = async (fare: number, names: string[], fee_percent: number) => {
  const { error } = await supabase.rpc('start_car_types', { fare, names, fee_percent })
  if (error) throw error
}
