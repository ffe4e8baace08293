import { useCallback } from 'react'
import { useSWRConfig } from 'swr'

/** Asks anew for everything a shift rests on: the driver, the offers and the trips taken. */
export function useReload(driverId: string): () => void {
  const { mutate } = useSWRConfig()
  return useCallback(() => {
    for (const what of ['driver', 'offers', 'current-trips']) void mutate([what, driverId])
  }, [mutate, driverId])
}
