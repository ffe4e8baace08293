import { useCallback, useEffect, useRef, useState } from 'react'
import useSWR from 'swr'
import type { Place } from '@/lib/geo/geo'
import { serverNow } from '@/lib/time/server-clock'
import { estimateAll, type QuoteResult } from './estimate'
import { type FareChange, fareChange } from './fare-change'
import type { ChosenExtras, Quote } from './model'

/** How long before its expiry a quote is renewed (ms), so that no expired quote is booked. */
const EARLY_MS = 20_000
/** Minimum interval between two renewals (ms). */
const SHORTEST_MS = 30_000
/** How often the page checks whether a renewal is due (ms). */
const LOOK_MS = 1000

interface QuoteRequest {
  pickup: Place | null
  drop: Place | null
  /** The stops for which a place is chosen. */
  stops: readonly Place[]
  /** The chosen parcel type and option of each car type. */
  extras: Record<string, ChosenExtras>
  carTypeIds: readonly string[]
  /** The chosen car type, whose price is compared when prices are renewed. */
  carTypeId: string | null
  /** Start of a trip for later (ms); null for now. Some times cost more. */
  tripAt: number | null
  /** The signed-in person. Quotes belong to a person, so signing in requests new ones. */
  userId: string | null
  /** The id of the rider, if the desk requests the prices. */
  customerId?: string | null
}

/** Requests the price of each car type on a route, and renews the prices before they expire. */
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

  /** Requests all prices again. Resolves to the chosen car's new quote, and whether its price is the same as before. */
  const refresh = useCallback(
    async (carTypeId: string | null): Promise<{ quote: Quote | null; same: boolean }> => {
      const before = carTypeId ? data?.[carTypeId]?.quote : null
      // Uses the response to this request, even if another request runs at the same time.
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

/**
 * Renews the prices before they expire. If the page is hidden at that time, renews them as soon as the page becomes visible.
 */
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
    // Checks at an interval whether the prices must be renewed. One timer for the remaining time would be wrong in a demo,
    // where the server's clock may run faster, at a varying speed.
    const timer = setInterval(renew, LOOK_MS)
    document.addEventListener('visibilitychange', renew)
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', renew)
    }
  }, [data, carTypeId, refresh])
}

export type Prices = ReturnType<typeof useQuotes>
