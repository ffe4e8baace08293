import { useSWRConfig } from 'swr'

/** SWR keys of the panel. Each begins with its name and the booking's id, like the entity's keys. */
export const panelKeys = {
  offers: (id: string) => ['open-offers', id] as const,
  drivers: (id: string, search: string) => ['assignable-drivers', id, search] as const,
  extras: (id: string) => ['booking-extras', id] as const,
  timeline: (id: string) => ['booking-timeline', id] as const,
  fare: (id: string) => ['explain-fare', id] as const,
  waves: (id: string) => ['dispatch-waves', id] as const,
  chat: (id: string) => ['read-chat', id] as const,
  money: (id: string, hasLedger: boolean) => ['booking-money', id, hasLedger] as const,
  points: (id: string) => ['trail-points', id] as const,
  progress: (id: string) => ['trip-progress', id] as const,
  texts: (id: string) => ['booking-texts', id] as const,
  audit: (id: string) => ['booking-audit', id] as const
}

/**
 * Returns a function that revalidates everything shown of one booking, because a command changes more than the booking's row.
 */
export function useReloadBooking(id: string): () => Promise<unknown> {
  const { mutate } = useSWRConfig()
  // Two kinds of data are not requested again: the chat transcript, because each reading is logged, and the price of a changed
  // route, because each opening of its dialog requests it only once.
  return () =>
    mutate((key) => Array.isArray(key) && key[1] === id && key[0] !== 'read-chat' && key[0] !== 'route-quote')
}
