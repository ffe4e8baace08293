import { useState } from 'react'
import { useSettings } from '@/entities/settings'
import type { Duty } from '../hooks/use-duty'
import { useWorkShift } from './api'

/** What going on duty asks first: the check of the car, where the operator wants one or there are cars to choose from. */
export function useShiftCheck(driverId: string, duty: Duty) {
  const { settings } = useSettings()
  const { data } = useWorkShift(driverId)
  const [isAsked, setAsked] = useState(false)
  const isDue =
    data !== undefined &&
    data.shift === null &&
    (data.cars.length > 0 || Boolean(settings?.shift_mileage || settings?.shift_photos))
  return {
    isAsked,
    hasShift: Boolean(data?.shift),
    close: () => setAsked(false),
    /** Goes on duty, after the check where there is one. */
    goOnline: () => (isDue ? setAsked(true) : duty.goOnline()),
    onBegun: () => {
      setAsked(false)
      duty.goOnline()
    }
  }
}

export type ShiftCheck = ReturnType<typeof useShiftCheck>
