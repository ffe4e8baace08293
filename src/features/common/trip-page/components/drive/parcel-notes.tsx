import { MessageSquareText, Phone, UserRound } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Button } from '@/components/ui/button'
import { type Booking, type BookingStatus, isAwaitingPickup, useContacts } from '@/entities/booking'
import { telLink, written } from '@/lib/typing/phone'

interface ParcelNotesProps {
  booking: Booking
  /** The status with the driver's queued steps, which the server may not have received yet. */
  status: BookingStatus
}

/**
 * Shows a courier what the sender wrote about the next door. On the way to the recipient it also shows their name, and a button
 * that calls them.
 */
export function ParcelNotes({ booking, status }: ParcelNotesProps) {
  const { t } = useTranslation(['needs', 'booking_dialogs', 'trips'])
  const { data: contacts } = useContacts(booking.id, booking.status, booking.driver_id)
  const isToSender = isAwaitingPickup(status) || booking.returning_at !== null
  if (!contacts || !(isToSender || status === 'STARTED')) return null
  const note = isToSender ? contacts.pick_up_instructions : contacts.delivery_instructions
  const name = isToSender ? null : contacts.delivery_person
  const phone = isToSender ? null : contacts.delivery_person_phone
  return (
    <div className="space-y-3 empty:hidden">
      {name && (
        <p className="flex gap-2.5 text-sm">
          <UserRound aria-hidden className="mt-0.5 size-4 shrink-0 text-muted" />
          <span className="min-w-0 wrap-anywhere">
            {t('booking_dialogs:delivery.name')}: <bdi className="font-semibold">{name}</bdi>
          </span>
        </p>
      )}
      {note && (
        <p className="flex gap-2.5 text-sm">
          <MessageSquareText aria-hidden className="mt-0.5 size-4 shrink-0 text-muted" />
          <span className="min-w-0">
            <span className="sr-only">{t('note.title')}: </span>
            <bdi className="whitespace-pre-line wrap-anywhere">{note}</bdi>
          </span>
        </p>
      )}
      {phone && (
        <Button asChild size="lg" variant="outline" className="w-full">
          <a href={telLink(phone)}>
            <Phone aria-hidden />
            <span className="min-w-0 truncate">
              {t('trips:action.call')} · <bdi>{name || written(phone)}</bdi>
            </span>
          </a>
        </Button>
      )}
    </div>
  )
}
