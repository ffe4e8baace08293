import { useCallback, useEffect, useRef, useState } from 'react'
import type { Bbox } from '@/lib/geo/geo'
import { unwrap } from '@/lib/server/api'
import { supabase } from '@/lib/server/supabase'
import type { Database } from '@/types/database'

/** A driver on duty, for the map. `silent`: without a report for 60 seconds, also on a trip; `busy`: on a trip; `free`: any other. */
export interface PlacedDriver {
  id: string
  lat: number
  lng: number
  /** Degrees clockwise from north; null while the car does not move. */
  heading: number | null
  state: 'free' | 'busy' | 'silent'
  /** Seconds since the driver's last report, at the time of the response. */
  age: number
}

type View = Database['public']['CompositeTypes']['map_view']

/** Interval between requests for the drivers' positions (ms). Positions are not broadcast to staff. */
export const POSITIONS_MS = 5000
/**
 * Every 12th request reads all drivers again. The other requests return only drivers that moved or went off duty, so they do
 * not notice that a driver has left a fleet.
 */
const WHOLE_EVERY = 12

const stateOf = (state: string | undefined): PlacedDriver['state'] =>
  state === 'busy' || state === 'silent' ? state : 'free'

/**
 * Updates the map of known drivers by a response. The response's columns are parallel arrays (`ids`, `lats`, `lngs`, …).
 * Drivers in `gone` are removed. If `isWhole` is true, the response replaces all drivers.
 */
export function follow(known: Map<string, PlacedDriver>, view: View, isWhole: boolean): void {
  if (isWhole) known.clear()
  for (const id of view.gone ?? []) known.delete(id)
  view.ids?.forEach((id, index) => {
    const [lat, lng] = [view.lats?.[index], view.lngs?.[index]]
    if (lat === undefined || lng === undefined) return
    const heading = (view.headings as (number | null)[] | null)?.[index] ?? null
    known.set(id, { id, lat, lng, heading, state: stateOf(view.states?.[index]), age: view.ages?.[index] ?? 0 })
  })
}

/** The drivers in a part of the map, requested every five seconds while the page is visible; the responses are small. */
export function useMapDrivers(area: Bbox | null, mayAsk = true) {
  const [drivers, setDrivers] = useState<readonly PlacedDriver[] | undefined>()
  const [error, setError] = useState<unknown>(undefined)
  const wanted = mayAsk && area ? area.join() : null
  const look = useRef<(isWhole: boolean) => void>(() => {})
  useEffect(() => {
    if (wanted === null) return
    const [west = 0, south = 0, east = 0, north = 0] = wanted.split(',').map(Number)
    const known = new Map<string, PlacedDriver>()
    let isOver = false
    let since: View['at'] = null
    let asked = 0
    let isAsking = false
    look.current = async (isWanted: boolean) => {
      if (isAsking || document.visibilityState !== 'visible') return
      isAsking = true
      const isWhole = isWanted || since === null || asked % WHOLE_EVERY === 0
      asked++
      try {
        const view = await unwrap(
          supabase.rpc('drivers_for_map', { south, west, north, east, since: isWhole ? null : since })
        )
        if (isOver) return
        since = view.at
        follow(known, view, isWhole)
        setDrivers([...known.values()])
        setError(undefined)
      } catch (failure) {
        if (!isOver) setError(failure)
      } finally {
        isAsking = false
      }
    }
    const turn = () => look.current(false)
    turn()
    const timer = setInterval(turn, POSITIONS_MS)
    document.addEventListener('visibilitychange', turn)
    return () => {
      isOver = true
      clearInterval(timer)
      document.removeEventListener('visibilitychange', turn)
    }
  }, [wanted])
  return { drivers, error, refresh: useCallback(() => look.current(true), []) }
}
