import { useCallback } from 'react'
import { useSWRConfig } from 'swr'
import { driverKeys } from '../queries'

const { offers, ...others } = driverKeys

/** Asks anew for everything a shift rests on: first for the offers, whose time runs, then for the driver and the trips taken. */
export function useReload(driverId: string): () => void {
  const { mutate } = useSWRConfig()
  return useCallback(() => {
    const askOthers = () => {
      for (const key of Object.values(others)) void mutate(key(driverId))
    }
    void mutate(offers(driverId)).then(askOthers, askOthers)
  }, [mutate, driverId])
}
