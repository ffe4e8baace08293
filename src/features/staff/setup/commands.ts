import type { Polygon } from 'geojson'
import type { Settings } from '@/entities/settings'
import { unwrap } from '@/lib/server/api'
import { AppError } from '@/lib/server/errors'
import { supabase } from '@/lib/server/supabase'
import { storedLine } from '@/lib/typing/phones'
import type { Json } from '@/types/database'
import type { FixedZone } from './model/fixed-places'

/**
 * Reads a typed number, such as that of the office or 112, as the server takes it.
 *
 * @param country that of national numbers; default: the operator's
 * @throws AppError if the text is no number
 */
export async function readLine(text: string, country?: string): Promise<string> {
  const line = await storedLine(text, country)
  if (!line) throw new AppError('mobile_no_blank_error')
  return line
}

/** Confirms a step together with its settings, all or nothing. */
export const confirmStep = (step: 'town' | 'tax' | 'offer' | 'places' | 'live', patch: Partial<Settings> = {}) =>
  unwrap(supabase.rpc('confirm_setup', { step, patch }))

export const saveFirm = (patch: Partial<Settings>) => unwrap(supabase.rpc('update_settings', { patch }))

/** Makes the first car types. @param fare what a ride of five kilometres costs, the firm's share included */
export const startCarTypes = async (fare: number, names: string[], fee_percent: number) => {
  const { error } = await supabase.rpc('start_car_types', { fare, names, fee_percent })
  if (error) throw error
}

/** Sets the area in which rides begin or end; null for the whole map. */
export const saveServiceArea = async (area: Polygon | null) => {
  const { error } = await supabase.rpc('save_service_area', { area: area as Json })
  if (error) throw error
}

/** Saves zones with a fixed fare one by one; the ids make a retry safe. */
export async function saveFixedPrices(zones: readonly FixedZone[]): Promise<void> {
  for (const zone of zones) await unwrap(supabase.rpc('save_zone', { zone: zone as unknown as Json }))
}

export interface Rehearsed {
  asked: number
  car_type: string
  steps: { status: string; at: string }[]
  distance_km: number
  payable: number
  driver_share: number
  convenience_fees: number
  receipt: string | null
  /** How many entries the ledger would have. */
  entries: number
}

/** Has a ride driven by people made up for it; nothing of it stays but that the step is done. */
export async function rehearseRide(route: object): Promise<Rehearsed> {
  const ride = await unwrap(supabase.rpc('rehearse_ride', { route: route as Json }))
  return {
    asked: Number(ride.asked),
    car_type: ride.car_type ?? '',
    steps: ride.steps as Rehearsed['steps'],
    distance_km: Number(ride.distance_km),
    payable: Number(ride.payable),
    driver_share: Number(ride.driver_share),
    convenience_fees: Number(ride.convenience_fees),
    receipt: ride.receipt,
    entries: Array.isArray(ride.entries) ? ride.entries.length : 0
  }
}
