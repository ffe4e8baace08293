import { useCallback } from 'react'
import { useSWRConfig } from 'swr'
import { driverKeys } from '../queries'

const { offers, ...others } = driverKeys

/** Returns a function that reads a shift's data again: first the offers, because they expire, then the driver and the trips. */
export function useReload(driverId: string): () => void {
  const { mutate } = useSWRConfig()
  return useCallback(() => {
    const askOthers = () => {
      for (const key of Object.values(others)) void mutate(key(driverId))
    }
    void mutate(offers(driverId)).then(askOthers, askOthers)
  }, [mutate, driverId])
}
