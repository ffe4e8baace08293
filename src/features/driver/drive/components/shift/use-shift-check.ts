import { useEffect, useState } from 'react'
import { useSettings } from '@/entities/settings'
import type { Duty } from '../../hooks/use-duty'
import { useWorkShift, type WorkShift } from './queries'

/** Makes a driver check the car before going on duty, if the operator requires it or if there are several cars. */
export function useShiftCheck(driverId: string, duty: Duty) {
  const { settings } = useSettings()
  const { data, mutate } = useWorkShift(driverId)
  const [isAsked, setAsked] = useState(false)
  const { failure } = duty
  // The server can refuse going on duty because the check is missing. The page then did not know that the check is required: it
  // was offline, or the operator has just changed the setting. So it asks for the check now.
  useEffect(() => {
    if (failure?.key !== 'shift_required') return
    setAsked(true)
    void mutate()
  }, [failure, mutate])
  const isDue = ({ shift, cars }: WorkShift) =>
    shift === null && (cars.length > 0 || Boolean(settings?.shift_mileage || settings?.shift_photos))
  return {
    isAsked,
    hasShift: Boolean(data?.shift),
    close: () => setAsked(false),
    /** Goes on duty. If a check of the car is required, it opens the dialog for the check instead. */
    goOnline: () => (data && isDue(data) ? setAsked(true) : duty.goOnline()),
    onBegun: () => {
      setAsked(false)
      duty.goOnline()
    }
  }
}

export type ShiftCheck = ReturnType<typeof useShiftCheck>
