import { MessageSquareText, UserRound } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { type Booking, isOver, type Party, useContacts } from '@/entities/booking'
import { NeededOfCar } from '@/entities/car'

/** The ride's options: who travels, what the car has to carry, and notes for the driver. */
export function RideOptions({ booking, party }: { booking: Booking; party: Party }) {
  const { t } = useTranslation('needs')
  const { data: contacts } = useContacts(booking.id, booking.status, booking.driver_id)
  const { guest_name: guest, category } = booking
  const note = category === 'taxi' && !isOver(booking.status) ? contacts?.pick_up_instructions : null
  const said =
    guest &&
    t(party === 'driver' ? 'guest.booked_by' : 'guest.told', {
      name: party === 'driver' ? booking.customer_name : guest
    })
  return (
    <div className="space-y-3 empty:hidden">
      {said && <Line icon={UserRound}>{said}</Line>}
      <NeededOfCar requirements={booking.requirements} />
      {note && (
        <Line icon={MessageSquareText}>
          <span className="sr-only">{t('note.title')}: </span>
          <bdi className="whitespace-pre-line wrap-anywhere">{note}</bdi>
        </Line>
      )}
    </div>
  )
}

function Line({ icon: Icon, children }: { icon: typeof UserRound; children: ReactNode }) {
  return (
    <p className="flex gap-2.5 text-sm text-pretty">
      <Icon aria-hidden className="mt-0.5 size-4 shrink-0 text-muted" />
      <span className="min-w-0">{children}</span>
    </p>
  )
}
