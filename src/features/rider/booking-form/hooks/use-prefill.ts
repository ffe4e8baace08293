import { type Dispatch, useEffect, useRef } from 'react'
import { lastDrop } from '@/entities/booking'
import { placeHere } from '@/entities/place'
import type { BookingStep } from '../model/state'

interface Person {
  status: 'loading' | 'signed_out' | 'half' | 'signed_in'
  userId: string | null
}

/**
 * Fills in an empty pickup once: with the device's position if the browser allows it without asking, otherwise with the end of
 * the person's last ride. On failure the field stays empty.
 *
 * @param isWanted true while the person has not entered anything
 */
export function usePrefill({ status, userId }: Person, isWanted: boolean, dispatch: Dispatch<BookingStep>): void {
  const asked = useRef(false)
  useEffect(() => {
    if (status === 'loading' || !isWanted || asked.current) return
    asked.current = true
    const find = async () => {
      const place = (await placeHere()) ?? (userId ? await lastDrop(userId) : null)
      if (place) dispatch({ do: 'prefill', place })
    }
    find().catch(() => undefined)
  }, [status, userId, isWanted, dispatch])
}
