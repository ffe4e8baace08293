import { useCommand } from '@/lib/use-command'
import { reportPositions, setDriverActive } from '../commands'
import { locateOnce } from '../location'
import type { LocationState } from '../model'
import { driverKeys, useDriver } from '../queries'

const isLocationState = (reason: unknown): reason is LocationState => reason === 'denied' || reason === 'unavailable'

async function setActive(active: boolean): Promise<void> {
  // Online needs a position: without one nobody could be offered anything nearby.
  const fix = active ? await locateOnce() : null
  await setDriverActive(active)
  if (fix) await reportPositions([fix])
}

/** Going online and offline. */
export function useDuty(driverId: string) {
  const { data: driver, error } = useDriver(driverId)
  const duty = useCommand(setActive, { invalidates: () => [driverKeys.driver(driverId)] })
  const reason = duty.error?.cause
  const problem = isLocationState(reason) ? reason : null
  return {
    driver,
    error,
    isOnline: driver?.driver_active_status ?? false,
    isBusy: duty.busy,
    problem,
    failure: problem ? null : duty.error,
    goOnline: () => void duty.run(true),
    goOffline: () => void duty.run(false)
  }
}

export type Duty = ReturnType<typeof useDuty>
