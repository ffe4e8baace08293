import type { Directions } from '@contract/routes'
import { useId, useState } from 'react'
import useSWR from 'swr'
import useSWRImmutable from 'swr/immutable'
import type { Settings } from '@/entities/settings'
import { latLngText, type Place } from '@/lib/geo/geo'
import { useResting } from '@/lib/hooks/use-resting'
import { invoke, unwrap } from '@/lib/server/api'
import { keptWhile } from '@/lib/server/kept-while'
import { supabase } from '@/lib/server/supabase'
import type { MapFacts } from '../model/map-facts'
import { type OwnRoute, proposeRoutes } from '../model/own-routes'

const KM_PER_MILE = 1.609344
const DEBOUNCE_MS = 250

export interface Measured {
  km: number
  secs: number
}

/** Three routes that the owner knows, proposed from the map, and how long each is. */
export function useOwnRoutes(facts: MapFacts | null | undefined) {
  const [changed, setChanged] = useState<Record<number, OwnRoute>>({})
  const routes = proposeRoutes(facts?.spots ?? []).map((proposed, nr) => changed[nr] ?? proposed)
  const put = (nr: number, end: keyof OwnRoute, place: Place | null) =>
    setChanged((before) => ({ ...before, [nr]: { ...(routes[nr] as OwnRoute), [end]: place } }))
  return { routes, put }
}

/** Returns length and time of a route; undefined while one of its ends is missing. */
export function useMeasured({ from, to }: OwnRoute) {
  return useSWRImmutable(
    from && to ? ['own-route', latLngText(from), latLngText(to)] : null,
    async ([, start, dest]): Promise<Measured> => {
      const { distance_in_km: km, time_in_secs: secs } = await invoke<Directions>('routes/directions', { start, dest })
      return { km, secs }
    }
  )
}

type PriceKey = readonly ['own-route-price', form: string, question: string]
const sameForm = keptWhile<PriceKey>(([, form], [, before]) => form === before)

/** Returns what a route costs in the first car type, as the server computes it; the last price stays while it asks. */
export function useRoutePrice(
  { fare, percent, settings }: { fare: number; percent: number; settings: Settings },
  measured: Measured | undefined
) {
  const asked = useResting(JSON.stringify([fare, percent, measured]), DEBOUNCE_MS)
  const key: PriceKey = ['own-route-price', useId(), asked]
  const isComplete = fare > 0 && measured !== undefined
  const { data, error } = useSWR(
    isComplete ? key : null,
    async ([, , question]) => {
      const [amount, fee_percent, route] = JSON.parse(question) as [number, number, Measured | null]
      if (!route || amount <= 0) return null
      const distance = settings.convert_to_mile ? route.km / KM_PER_MILE : route.km
      const rides = [{ distance, minutes: route.secs / 60 }]
      const [price] = await unwrap(supabase.rpc('preview_start', { fare: amount, fee_percent, rides }))
      return price ? Number(price.trip_cost) : null
    },
    { use: [sameForm], revalidateOnFocus: false }
  )
  return { price: isComplete ? data : undefined, error }
}
