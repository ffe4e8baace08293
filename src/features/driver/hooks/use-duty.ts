import { useState } from 'react'
import { reportPositions, setDriverActive } from '../commands'
import { locateOnce } from '../location'
import type { LocationState } from '../model'
import { useDriver } from '../queries'

const isLocationState = (reason: unknown): reason is LocationState => reason === 'denied' || reason === 'unavailable'

/** Going online and offline. Online needs a position: without one nobody could be offered anything nearby. */
export function useDuty(driverId: string) {
  const { data: driver, error, mutate } = useDriver(driverId)
  const [isBusy, setBusy] = useState(false)
  const [problem, setProblem] = useState<LocationState | null>(null)
  const [failure, setFailure] = useState<unknown>(null)

  const set = async (active: boolean) => {
    setBusy(true)
    setProblem(null)
    setFailure(null)
    try {
      if (active) {
        const fix = await locateOnce()
        await setDriverActive(true)
        await reportPositions([fix])
      } else {
        await setDriverActive(false)
      }
      await mutate()
    } catch (reason) {
      if (isLocationState(reason)) setProblem(reason)
      else setFailure(reason)
    } finally {
      setBusy(false)
    }
  }

  return {
    driver,
    error,
    isOnline: driver?.driver_active_status ?? false,
    isBusy,
    problem,
    failure,
    goOnline: () => void set(true),
    goOffline: () => void set(false)
  }
}

export type Duty = ReturnType<typeof useDuty>
