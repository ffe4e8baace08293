import { useMemo, useSyncExternalStore } from 'react'
import useSWR from 'swr'
import type { LatLng } from '@/lib/geo/geo'
import { unwrap } from '@/lib/server/api'
import { keptWhile } from '@/lib/server/kept-while'
import { supabase } from '@/lib/server/supabase'
import { readStored, store } from '@/lib/storage/stored'

const SHOWN = 'hackney.demand-shown'

let isShown = readStored(SHOWN) === true
const listeners = new Set<() => void>()

/** Shows or hides the demand on this device's map, and stores the choice. */
export function showDemand(shown: boolean): void {
  isShown = shown
  store(SHOWN, shown ? true : null)
  for (const listener of listeners) listener()
}

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Returns whether the driver wants to see the demand. */
export const useDemandShown = (): boolean => useSyncExternalStore(subscribe, () => isShown)

/** The demand of the last hours counts, since it changes with the time of day. */
export const DEMAND_HOURS = 3
/** Interval between requests (ms), because demand changes without an event for this driver. */
const DEMAND_MS = 120_000
/** Half the height of the area whose demand is requested (degrees), some 13 km; it is twice as wide. */
const REACH = 0.12
/** The area moves with the car in steps of this size (degrees), so that it is not requested for each position. */
const STEP = 0.05

/** A place where rides were booked: the centre of a cell some 500 m wide, and about how many. */
export interface Demand extends LatLng {
  weight: number
}

const stepped = (degrees: number): number => Math.round(degrees / STEP) * STEP

async function getDemand(lat: number, lng: number): Promise<Demand[]> {
  const area = {
    south: Math.max(-85, lat - REACH),
    north: Math.min(85, lat + REACH),
    west: Math.max(-180, lng - 2 * REACH),
    east: Math.min(180, lng + 2 * REACH)
  }
  const rows = await unwrap(supabase.rpc('heat_map', { ...area, hours: DEMAND_HOURS }))
  return rows.flatMap(({ lat, lng, demand }) => (demand > 0 ? [{ lat, lng, weight: demand }] : []))
}

const none: readonly Demand[] = []

// Each cell names its own place, so those around the last place are right until the next ones are there.
const keptOnTheWay = keptWhile(() => true)

/** Returns the demand around a place, the busiest cells first; undefined while it loads. A null place requests nothing. */
export function useDemand(at: LatLng | null) {
  const key = at && (['driver-demand', stepped(at.lat), stepped(at.lng)] as const)
  const { data, error } = useSWR(key, ([, lat, lng]) => getDemand(lat, lng), {
    refreshInterval: DEMAND_MS,
    use: [keptOnTheWay]
  })
  return useMemo(() => (error && !data ? none : data), [data, error])
}
