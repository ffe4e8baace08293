import useSWR from 'swr'
import { unwrap } from '@/lib/server/api'
import { supabase } from '@/lib/server/supabase'
import { useBroadcast } from '@/lib/server/use-broadcast'
import type { Tables } from '@/types/database'
import { ON_THE_ROAD } from '@/types/statuses'

/** A parcel that a driver is on the way to pick up, or carries. A driver can have several at the same time. */
export type CarriedParcel = Pick<
  Tables<'bookings'>,
  | 'id'
  | 'reference'
  | 'status'
  | 'accepted_at'
  | 'customer_name'
  | 'drop_address'
  | 'pickup_lat'
  | 'pickup_lng'
  | 'drop_lat'
  | 'drop_lng'
  | 'otp_secure'
  | 'returning_at'
>

const key = (driverId: string) => ['carried-parcels', driverId] as const

async function getCarriedParcels(driverId: string): Promise<CarriedParcel[]> {
  return await unwrap(
    supabase
      .from('bookings')
      .select(
        'id,reference,status,accepted_at,customer_name,drop_address,pickup_lat,pickup_lng,drop_lat,drop_lng,otp_secure,returning_at'
      )
      .eq('driver_id', driverId)
      .eq('category', 'delivery')
      .in('status', ON_THE_ROAD)
      .not('engaged_at', 'is', null)
      .order('accepted_at')
      .limit(10)
  )
}

const NONE: CarriedParcel[] = []

/**
 * The parcels that a driver carries or is on the way to pick up. They are read again after each message about a booking on the
 * driver's realtime topic. A null id requests nothing.
 */
export function useCarriedParcels(driverId: string | null): CarriedParcel[] {
  const { data, mutate } = useSWR(driverId && key(driverId), () => getCarriedParcels(driverId ?? ''))
  useBroadcast(driverId && `driver:${driverId}`, () => mutate(), { events: ['booking'] })
  return data ?? NONE
}
