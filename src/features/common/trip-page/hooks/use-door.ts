import { useState } from 'react'
import {
  type Booking,
  type BookingStatus,
  type CarriedParcel,
  isOnTheRoad,
  type Party,
  useCarriedParcels
} from '@/entities/booking'
import { type DriverAction, projectStatus, queueActions, useShift } from '@/entities/shift'
import { CODE_LENGTH } from '../components/start-code'
import { metresBetween } from '../model/leg'

/** Addresses that are at most this far apart count as one door (m); the server uses the same figure. */
const ONE_DOOR = 50

type Placed = Pick<CarriedParcel, 'pickup_lat' | 'pickup_lng' | 'drop_lat' | 'drop_lng' | 'returning_at'>

/**
 * Returns whether two parcels have the same next address (door): the pickup until the status is STARTED, then the drop-off. The
 * drop-off of a returned parcel is its sender's address (`drop_lat` is replaced), and only returned parcels share that door.
 */
function isOneDoor(a: Placed, b: Placed, status: BookingStatus): boolean {
  if (status !== 'STARTED') {
    return metresBetween({ lat: a.pickup_lat, lng: a.pickup_lng }, { lat: b.pickup_lat, lng: b.pickup_lng }) <= ONE_DOOR
  }
  if (a.drop_lat === null || a.drop_lng === null || b.drop_lat === null || b.drop_lng === null) return false
  if ((a.returning_at === null) !== (b.returning_at === null)) return false
  return metresBetween({ lat: a.drop_lat, lng: a.drop_lng }, { lat: b.drop_lat, lng: b.drop_lng }) <= ONE_DOOR
}

/** Another parcel for the same door, and whether the driver's next step includes it. */
export interface DoorParcel extends CarriedParcel {
  isIncluded: boolean
  needsCode: boolean
  code: string
}

/** Returns whether one press confirms this step for all parcels at a door. */
export const isDoorStep = (kind: string): kind is 'arrive' | 'start' | 'reach' =>
  kind === 'arrive' || kind === 'start' || kind === 'reach'

/** Returns the other parcels that the same driver carries for the same door, and functions for a step with all of them. */
export function useDoor(booking: Booking, party: Party, status: BookingStatus) {
  const isCarried = party === 'driver' && booking.category === 'delivery' && isOnTheRoad(status)
  const carried = useCarriedParcels(isCarried ? booking.driver_id : null)
  const { actions } = useShift()
  const [left, setLeft] = useState<readonly string[]>([])
  const [codes, setCodes] = useState<Readonly<Record<string, string>>>({})
  const others: DoorParcel[] = carried
    .filter((other) => other.id !== booking.id && isOneDoor(booking, other, status))
    .filter((other) => projectStatus(other.id, other.status, actions) === status)
    .map((other) => {
      const needsCode = status === 'STARTED' && other.otp_secure && other.returning_at === null
      const code = codes[other.id] ?? ''
      return {
        ...other,
        needsCode,
        code,
        isIncluded: !left.includes(other.id) && (!needsCode || code.length === CODE_LENGTH)
      }
    })
  const included = others.filter(({ isIncluded }) => isIncluded)
  return {
    others,
    included,
    /** The number of parcels that the next step includes, with the parcel of this booking. */
    count: included.length + 1,
    include: (id: string, isIncluded: boolean) =>
      setLeft((before) => (isIncluded ? before.filter((one) => one !== id) : [...before, id])),
    setCode: (id: string, code: string) => setCodes((before) => ({ ...before, [id]: code })),
    press: (action: DriverAction) => {
      queueActions([
        { trip: booking, action },
        ...included.map((other) => ({
          trip: other,
          action: action.kind === 'reach' ? { ...action, otp: other.needsCode ? other.code : null } : action
        }))
      ])
      setCodes({})
    }
  }
}

export type Door = ReturnType<typeof useDoor>
