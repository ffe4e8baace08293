import useSWR from 'swr'
import { type ChosenExtras, estimate, type Quote } from '@/entities/fare'
import { knownStops } from '@/entities/place'
import { toAppError } from '@/lib/server/errors'
import { useBookingCars, useBookingDraft, useParcelOrder } from '../../hooks/use-booking-screen'

/** Requests a quote for each parcel after the first, because a quote can be used for one booking only. */
export function useParcelQuotes() {
  const { state, userId } = useBookingDraft()
  const { car } = useBookingCars()
  const { tripAt } = useParcelOrder()
  const { pickup, drop, stops, parcels } = state.draft
  const waypoints = knownStops({ pickup, drop, stops })
  const wanted = parcels.map(({ extras }) => extras)
  const ask = async (extras: ChosenExtras): Promise<Quote | null> =>
    pickup && drop && car ? estimate({ pickup, drop, waypoints, carTypeId: car.id, extras, tripAt }) : null
  const key =
    wanted.length > 0
      ? ['parcel-quotes', userId, JSON.stringify([pickup, waypoints, drop, car?.id, tripAt, wanted])]
      : null
  const { data, error, mutate } = useSWR(key, () => Promise.all(wanted.map(ask)), {
    revalidateOnFocus: false,
    revalidateIfStale: false,
    revalidateOnReconnect: false,
    dedupingInterval: 0
  })
  return {
    /** The quotes in the order of the parcels; undefined until all are known. */
    quotes: key ? data : [],
    error: error ? toAppError(error) : null,
    retry: () => void mutate(),
    /** Requests a new quote for one parcel. */
    renew: async (index: number): Promise<Quote | null> => {
      const fresh = await ask(wanted[index] ?? { parcel: 0, option: 0 })
      await mutate((before) => before?.with(index, fresh), { revalidate: false })
      return fresh
    }
  }
}
