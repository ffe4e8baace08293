import useSWR from 'swr'
import { type FareLine, fareLines } from '@/entities/fare'
import { unwrap } from '@/lib/server/api'
import { supabase } from '@/lib/server/supabase'
import { useBroadcast } from '@/lib/server/use-broadcast'
import type { Json } from '@/types/database'
import type { CarTypeRow } from './model'

export const carTypesKey = 'car-type-rows'

/** Cache key of the car types that riders see. */
const offeredKey = 'car-types'

export const carTypeKeys = [carTypesKey, offeredKey]

async function getCarTypes(): Promise<CarTypeRow[]> {
  const rows = await unwrap(supabase.from('car_types').select().order('sort_order').order('name'))
  // Safe cast: check constraints of the table enforce the shape of the lists of parcel types, options and cancellation fees.
  return rows as unknown as CarTypeRow[]
}

/** All car types with their tariffs, in the order that riders see, updated when another staff member changes them. */
export function useCarTypeRows() {
  const rows = useSWR(carTypesKey, getCarTypes)
  useBroadcast('catalogue', () => rows.mutate(), { events: ['car_types'] })
  return rows
}

/** Counts the rows that use a car type, such as drivers and bookings. A null id requests nothing. */
export function useCarTypeUses(id: string | null) {
  return useSWR(id ? ['car-type-uses', id] : null, async ([, car_type_id]) =>
    unwrap(supabase.rpc('car_type_uses', { car_type_id }))
  )
}

export interface ExampleRide {
  distance: number
  minutes: number
  parcel_type_index?: number
  option_index?: number
}

export interface PreviewedFare {
  lines: FareLine[]
  driver_share: number
  convenience_fees: number
  trip_cost: number
}

/** Returns the fares of example rides under a tariff, which need not be saved yet. The server computes them. */
export async function previewFares(tariff: object, rides: readonly ExampleRide[]): Promise<PreviewedFare[]> {
  const fares = await unwrap(supabase.rpc('preview_fares', { tariff: tariff as Json, rides: rides as unknown as Json }))
  return fares.map(({ lines, driver_share, convenience_fees, trip_cost }) => ({
    lines: fareLines(lines),
    driver_share: Number(driver_share),
    convenience_fees: Number(convenience_fees),
    trip_cost: Number(trip_cost)
  }))
}
