import { useCallback } from 'react'
import { useSWRConfig } from 'swr'
import { driverKeys } from '../queries'

/** Asks anew for everything a shift rests on: the driver, the offers and the trips taken. */
export function useReload(driverId: string): () => void {
  const { mutate } = useSWRConfig()
  return useCallback(() => {
    for (const key of Object.values(driverKeys)) void mutate(key(driverId))
  }, [mutate, driverId])
}
