import { isOpen, ReverseDialog, useDecisions } from '@/entities/decision'
import { serverNow } from '@/lib/time/server-clock'
import { useReloadBooking } from '../keys'
import type { ActionDialogProps } from './dialog-props'

/** The dialog that takes back the last decision about a booking's fee. */
export function ReverseBookingDialog({ booking, onClose }: ActionDialogProps) {
  const reload = useReloadBooking(booking.id)
  const { data } = useDecisions(booking.id)
  const last = data?.find((decision) => isOpen(decision, data, serverNow()))
  return last ? <ReverseDialog decision={last} onClose={onClose} onReversed={() => void reload()} /> : null
}
