import { type Key, useSWRConfig } from 'swr'
import type { Role } from '@/entities/person'
import { dutyDriversKey, useDutyDrivers } from '@/entities/person'
import { useSoon } from '@/lib/hooks/use-soon'
import { pollInterval } from '@/lib/server/live'
import { useLive } from '@/lib/server/use-live'
import type { Range } from '../model'
import { isFigures, useDays, useTotals } from '../queries'

/** Minimum interval between updates of the figures (ms), because bookings change more often than once in this time. */
const FIGURES_MS = 3000

/** The figures of the dashboard, with earnings only if `hasEarnings`, updated as drivers and bookings in this person's care change. */
export function useFigures(role: Role, userId: string, range: Range, today: string, hasEarnings: boolean) {
  const { mutate } = useSWRConfig()
  const refresh = () => mutate((key: Key) => isFigures(key))
  const refreshSoon = useSoon(() => void refresh(), FIGURES_MS)
  const { channel, mayAsk } = useLive(
    role === 'admin' ? 'admin' : `fleet:${userId}`,
    (message) => {
      void mutate(dutyDriversKey)
      if (!message) void refresh()
      else if (message.event === 'booking') refreshSoon()
    },
    { events: ['driver', 'booking'] }
  )
  const every = pollInterval(channel)
  const totals = useTotals(role === 'fleetadmin', mayAsk && hasEarnings, every)
  const days = useDays(range, today, mayAsk, every)
  const drivers = useDutyDrivers(mayAsk)
  return { totals, days, drivers, refresh }
}
