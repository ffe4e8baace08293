import { useCommand } from '@/lib/use-command'
import { reportPositions, setDriverActive } from '../commands'
import { locateOnce } from '../location'
import type { Fix, LocationProblem } from '../model'
import { driverKeys, useDriver } from '../queries'
import { type Area, useArea } from './use-area'

const problems: readonly unknown[] = ['denied', 'unavailable', 'outside'] satisfies LocationProblem[]
const isProblem = (reason: unknown): reason is LocationProblem => problems.includes(reason)

/** Where the driver is. Rejects with a {@link LocationProblem}: nobody could be offered anything there. */
async function usablePosition({ isOutside }: Area): Promise<Fix> {
  const fix = await locateOnce()
  if (isOutside(fix)) throw 'outside' satisfies LocationProblem
  return fix
}

type Wish = 'online' | 'offline' | 'moved'

async function change(wish: Wish, area: Area): Promise<void> {
  const fix = wish === 'offline' ? null : await usablePosition(area)
  // Whoever comes on duty is believed to be anywhere, while a jump during it is not.
  if (wish === 'moved') await setDriverActive(false)
  await setDriverActive(fix !== null)
  if (fix) await reportPositions([fix])
}

/** Going online and offline. */
export function useDuty(driverId: string) {
  const { data: driver, error } = useDriver(driverId)
  const area = useArea()
  const duty = useCommand((wish: Wish) => change(wish, area), { invalidates: () => [driverKeys.driver(driverId)] })
  const reason = duty.error?.cause
  const problem = isProblem(reason) ? reason : null
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
    /** Online somewhere else than where the driver was. */
    goOnlineElsewhere: () => void duty.run('moved')
  }
}

export type Duty = ReturnType<typeof useDuty>
