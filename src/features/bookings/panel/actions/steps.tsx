import { useTranslation } from 'react-i18next'
import {
  CancelDialog,
  confirmCash,
  endGuestLink,
  overrideStartCode,
  reachDrop,
  returnToSender
} from '@/entities/booking'
import { useFormat } from '@/entities/settings'
import { useReloadBooking } from '../keys'
import type { ActionDialogProps } from './dialog-props'
import { StepDialog } from './step-dialog'

/** Records the cash that the driver has collected. */
export function CashDialog({ booking, options, onClose }: ActionDialogProps) {
  const { money } = useFormat()
  return (
    <StepDialog
      bookingId={booking.id}
      name="confirm_cash"
      values={{ amount: money(options.cashAmount ?? booking.payable_amount) }}
      send={() => confirmCash(booking.id)}
      onClose={onClose}
    />
  )
}

/** Ends a trip at the driver's position, for example after a breakdown. */
export function EndTripDialog({ booking, onClose }: ActionDialogProps) {
  return (
    <StepDialog
      bookingId={booking.id}
      name="end_trip"
      variant="bad"
      send={() => reachDrop(booking.id)}
      onClose={onClose}
    />
  )
}

/** Lets a trip start after too many wrong codes. */
export function OverrideCodeDialog({ booking, onClose }: ActionDialogProps) {
  return (
    <StepDialog
      bookingId={booking.id}
      name="override_code"
      asksWhy
      send={(reason) => overrideStartCode(booking.id, reason)}
      onClose={onClose}
    />
  )
}

/** Sends a parcel that nobody accepts back to its pickup. */
export function ReturnDialog({ booking, onClose }: ActionDialogProps) {
  return (
    <StepDialog
      bookingId={booking.id}
      name="return_to_sender"
      values={{ pickup: booking.pickup_address }}
      asksWhy
      send={(reason) => returnToSender(booking.id, reason)}
      onClose={onClose}
    />
  )
}

/** Revokes the link that was texted to a guest, for example after a wrong number. */
export function EndGuestLinkDialog({ booking, onClose }: ActionDialogProps) {
  return (
    <StepDialog
      bookingId={booking.id}
      name="end_guest_link"
      variant="bad"
      send={() => endGuestLink(booking.id)}
      onClose={onClose}
    />
  )
}

/** Cancels with a reason. */
export function CancelBookingDialog({ booking, onClose }: ActionDialogProps) {
  const { t } = useTranslation('trips')
  const reload = useReloadBooking(booking.id)
  return (
    <CancelDialog
      booking={booking}
      party="staff"
      isOpen
      onOpenChange={(isOpen) => !isOpen && onClose()}
      consequence={t('cancel.staff')}
      onCancelled={() => void reload()}
    />
  )
}
