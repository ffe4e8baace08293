import useSWR from 'swr'
import { useSettings } from '@/entities/settings'
import { unwrap } from '@/lib/server/api'
import { supabase } from '@/lib/server/supabase'

/** Whether a driver is an employee of the company: one without a fleet, where the company employs its drivers. */
export function useIsEmployed(driverId: string): boolean {
  const { settings } = useSettings()
  const fleet = useSWR(settings?.drivers_employed ? ['driver-fleet', driverId] : null, async () =>
    unwrap(supabase.from('drivers').select('fleet_id').eq('id', driverId).single())
  )
  return fleet.data?.fleet_id === null
}
