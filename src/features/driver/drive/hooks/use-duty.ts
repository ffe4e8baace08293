import type { AppError } from '@/lib/server/errors'
import { useCommand } from '@/lib/server/use-command'
import { goOffDuty, goOnDuty } from '../commands'
import { locateOnce } from '../model/location'
import type { LocationProblem } from '../model/state'
import { driverKeys, useDriver } from '../queries'
import { useArea } from './use-area'

const LOSSES = ['denied', 'unavailable', 'coarse'] as const

/** Returns why the driver cannot be online, from the error of the device or the server; null for other errors. */
export function problemIn(error: AppError | null): LocationProblem | null {
  if (error?.key === 'outside_service_area') return 'outside'
  return LOSSES.find((loss) => loss === error?.cause) ?? null
}

type DutyChange = 'online' | 'offline' | 'moved'

async function changeDuty(change: DutyChange): Promise<void> {
  if (change === 'offline') return goOffDuty()
  const fix = await locateOnce()
  // For a driver on duty the server rejects a position that is too far from the last one. The first position after going on
  // duty is accepted anywhere. So a driver who has moved far goes off duty first.
  if (change === 'moved') await goOffDuty()
  await goOnDuty(fix)
}

/** Returns whether the driver is online, and functions to go online and offline. */
export function useDuty(driverId: string) {
  const { data: driver, error } = useDriver(driverId)
  const area = useArea()
  const duty = useCommand(changeDuty, { invalidates: () => [driverKeys.driver(driverId)] })
  const problem = problemIn(duty.error)
  return {
    driver,
    error,
    area,
    isOnline: driver?.driver_active_status ?? false,
    isBusy: duty.busy,
    problem,
    failure: problem ? null : duty.error,
    goOnline: () => void duty.run('online'),
    goOffline: () => void duty.run('offline'),
    /** Goes online again at another place. */
    goOnlineElsewhere: () => void duty.run('moved')
  }
}

export type Duty = ReturnType<typeof useDuty>
