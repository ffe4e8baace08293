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

/** The dialog that records the cash that the driver has collected. */
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

/** The dialog that ends a trip at the driver's position, for example after a breakdown. */
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

/** The dialog that lets a trip start after too many wrong start codes. */
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

/** The dialog that sends a parcel back to its pickup, because no one could receive it at the drop-off. */
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

/** The dialog that revokes the link that was texted to a guest, for example after a wrong number. */
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

/** The dialog that cancels a booking and asks for the reason. */
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
