import { useEffect, useState } from 'react'
import { useSettings } from '@/entities/settings'
import type { Duty } from '../hooks/use-duty'
import { useWorkShift, type WorkShift } from './api'

/** The check of the car before going on duty, if the operator requires it or there are several cars. */
export function useShiftCheck(driverId: string, duty: Duty) {
  const { settings } = useSettings()
  const { data, mutate } = useWorkShift(driverId)
  const [isAsked, setAsked] = useState(false)
  const { failure } = duty
  // Asks for the check later if it was unknown at the start that it is needed: there was no signal, or the operator has just
  // begun to require it.
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
    /** Goes on duty, after the check if there is one. */
    goOnline: () => (data && isDue(data) ? setAsked(true) : duty.goOnline()),
    onBegun: () => {
      setAsked(false)
      duty.goOnline()
    }
  }
}

export type ShiftCheck = ReturnType<typeof useShiftCheck>
