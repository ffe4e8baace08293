import { useEffect, useState } from 'react'
import { useSettings } from '@/entities/settings'
import type { Duty } from '../hooks/use-duty'
import { useWorkShift, type WorkShift } from './api'

/** What going on duty asks first: the check of the car, where the operator wants one or there are cars to choose from. */
export function useShiftCheck(driverId: string, duty: Duty) {
  const { settings } = useSettings()
  const { data, mutate } = useWorkShift(driverId)
  const [isAsked, setAsked] = useState(false)
  const { failure } = duty
  // Without a signal at first, or where the operator has just begun to ask for it.
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
    /** Goes on duty, after the check where there is one. */
    goOnline: () => (data && isDue(data) ? setAsked(true) : duty.goOnline()),
    onBegun: () => {
      setAsked(false)
      duty.goOnline()
    }
  }
}

export type ShiftCheck = ReturnType<typeof useShiftCheck>
