import { useCallback, useEffect, useRef, useState } from 'react'
import useSWR from 'swr'
import type { Place } from '@/lib/geo'
import { serverNow } from '@/lib/server-clock'
import { estimateAll, type QuoteResult } from './estimate'
import { type FareChange, fareChange } from './fare-change'
import type { ChosenExtras, Quote } from './model'

/** Asked again so long before a quote runs out that nobody books a dead one. */
const EARLY_MS = 20_000
const SHORTEST_MS = 30_000
const LOOK_MS = 1000

interface QuoteRequest {
  pickup: Place | null
  drop: Place | null
  /** Between them, those that are known. */
  stops: readonly Place[]
  /** By car type. */
  extras: Record<string, ChosenExtras>
  carTypeIds: readonly string[]
  /** The chosen one, whose price is watched. */
  carTypeId: string | null
  /** ms of a later trip, as some times cost more; null for now. */
  tripAt: number | null
  /** Quotes belong to a person: signing in asks again. */
  userId: string | null
  /** The rider for whom the desk asks. */
  customerId?: string | null
}

/** A price for each car on a route, kept fresh by itself. */
export function useQuotes(wanted: QuoteRequest) {
  const { pickup, drop, stops, extras, carTypeIds, carTypeId: chosenId, tripAt, userId, customerId } = wanted
  const asked = pickup && drop && carTypeIds.length > 0
  const key = asked
    ? ['quotes', customerId ?? userId, JSON.stringify([pickup, stops, drop, carTypeIds, extras, tripAt])]
    : null
  const ask = async (): Promise<Record<string, QuoteResult>> => {
    if (!pickup || !drop) return {}
    return estimateAll(
      carTypeIds.map((carTypeId) => ({
        pickup,
        drop,
        waypoints: stops,
        carTypeId,
        extras: extras[carTypeId],
        tripAt,
        ...(customerId && { customerId })
      }))
    )
  }
  const latest = useRef(ask)
  useEffect(() => {
    latest.current = ask
  })
  const { data, error, isLoading, mutate } = useSWR(key, ask, {
    revalidateOnFocus: false,
    revalidateIfStale: false,
    revalidateOnReconnect: false,
    dedupingInterval: 0
  })
  const [change, setChange] = useState<FareChange | null>(null)
  const route = useRef(key?.[2])
  useEffect(() => {
    if (route.current !== key?.[2]) setChange(null)
    route.current = key?.[2]
  })

  /** Asks for all prices again; true where the price of this car has stayed. */
  const refresh = useCallback(
    async (carTypeId: string | null): Promise<{ quote: Quote | null; same: boolean }> => {
      const before = carTypeId ? data?.[carTypeId]?.quote : null
      // The prices asked for here, also where others are asked for at the same time.
      const after = await mutate(latest.current(), { revalidate: false })
      const quote = (carTypeId && after?.[carTypeId]?.quote) || null
      const same = !before || quote?.trip_cost === before.trip_cost
      if (before && quote && !same) setChange(fareChange(before, quote))
      return { quote, same }
    },
    [data, mutate]
  )
  useRenewal(data, chosenId, refresh)
  return { quotes: data, error, loading: isLoading, refresh, refreshed: change !== null, change }
}

/** Renews the prices before they run out: on time while the page is in sight, else when it comes back. */
function useRenewal(
  data: Record<string, QuoteResult> | undefined,
  carTypeId: string | null,
  refresh: (carTypeId: string | null) => Promise<unknown>
) {
  useEffect(() => {
    const ends = Object.values(data ?? {}).flatMap(({ quote }) => (quote ? [Date.parse(quote.expires_at)] : []))
    if (ends.length === 0) return
    const due = Math.max(serverNow() + SHORTEST_MS, Math.min(...ends) - EARLY_MS)
    let isAsked = false
    const renew = () => {
      if (isAsked || document.visibilityState !== 'visible' || serverNow() < due) return
      isAsked = true
      void refresh(carTypeId)
    }
    // The server's clock may go faster than the device's, and not always equally fast.
    const timer = setInterval(renew, LOOK_MS)
    document.addEventListener('visibilitychange', renew)
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', renew)
    }
  }, [data, carTypeId, refresh])
}

export type Prices = ReturnType<typeof useQuotes>
