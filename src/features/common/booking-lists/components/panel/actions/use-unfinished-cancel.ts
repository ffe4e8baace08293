import { useRef, useState } from 'react'
import { INCOMPLETE_CANCEL_MS } from '@/config/constants'
import type { Booking } from '@/entities/booking'
import { cancelBooking } from '@/entities/booking'
import { useCommand } from '@/lib/server/use-command'
import { useReloadBooking } from '../keys'

/**
 * Cancels a booking that was never paid (PAYMENT_PENDING) after a short delay, in which the person can undo it. The reason is
 * always `incomplete_booking`.
 */
export function useUnfinishedCancel({ id }: Pick<Booking, 'id'>) {
  const reload = useReloadBooking(id)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const [isPending, setPending] = useState(false)
  const cancel = useCommand(() => cancelBooking(id, 'incomplete_booking'), {
    asks: 'undo',
    failure: 'toast',
    onDone: () => void reload(),
    onSettled: () => setPending(false)
  })
  return {
    isPending,
    busy: cancel.busy,
    // Closing the panel does not stop the cancellation.
    start: () => {
      if (isPending) return
      setPending(true)
      timer.current = setTimeout(() => void cancel.run(), INCOMPLETE_CANCEL_MS)
    },
    undo: () => {
      clearTimeout(timer.current)
      setPending(false)
    }
  }
}
