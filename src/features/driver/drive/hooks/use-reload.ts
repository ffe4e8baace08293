import { useCallback } from 'react'
import { useSWRConfig } from 'swr'
import { driverKeys } from '../queries'

const { offers, ...others } = driverKeys

/**
 * Returns a function that reads a shift's data again: first the offers, because they expire, then the driver and the trips. Its
 * promise resolves with the offers.
 */
export function useReload(driverId: string): () => Promise<unknown> {
  const { mutate } = useSWRConfig()
  return useCallback(() => {
    const askOthers = () => {
      for (const key of Object.values(others)) void mutate(key(driverId))
    }
    const asked = mutate(offers(driverId))
    asked.then(askOthers, askOthers)
    return asked
  }, [mutate, driverId])
}
