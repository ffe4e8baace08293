import { lazy, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { Facts } from '@/components/ui/facts'
import { type Booking, BookingRoute, reasonWords, Signature, useContacts } from '@/entities/booking'
import { NeededOfCar } from '@/entities/car'
import { useHolds } from '@/entities/person'
import { useFormat } from '@/entities/settings'
import { written } from '@/lib/typing/phone'
import { Price } from '../price'

const Texts = lazy(() => import('./texts').then((part) => ({ default: part.Texts })))
const Cases = lazy(() => import('./cases').then((part) => ({ default: part.Cases })))

/** Route, money and details of a booking. */
export function Overview({ booking }: { booking: Booking }) {
  const { t } = useTranslation(['panel', 'trips', 'bookings'])
  const { dateTime, distance, duration } = useFormat()
  const holds = useHolds()
  const isOffice = holds('bookings')
  const { data: contacts } = useContacts(booking.id, booking.status, booking.driver_id)
  const when = (at: string | null) => at && dateTime(at)
  return (
    <div className="space-y-5">
      {isOffice && (
        <Suspense>
          <Cases booking={booking} />
        </Suspense>
      )}
      <BookingRoute booking={booking} />
      <NeededOfCar requirements={booking.requirements} />
      <Facts
        className="border-t border-line pt-4"
        facts={[
          [t('fact.distance'), distance(booking.distance ?? booking.estimate_distance)],
          [t('fact.duration'), duration(booking.total_trip_time ?? booking.estimate_time)],
          [t('fact.pickup_note'), contacts?.pick_up_instructions],
          [t('fact.drop_note'), contacts?.delivery_instructions],
          [
            t('fact.recipient'),
            [contacts?.delivery_person, written(contacts?.delivery_person_phone ?? '')].filter(Boolean).join(' · ')
          ],
          [t('fact.received_by'), contacts?.received_by],
          [
            t('fact.signature'),
            contacts?.signature ? (
              <Signature key="signature" path={contacts.signature} label={t('fact.signature')} />
            ) : null
          ]
        ]}
      />
      <div className="border-t border-line pt-4">
        <Price booking={booking} />
      </div>
      <Facts
        className="border-t border-line pt-4"
        facts={[
          [t('fact.mode'), t(`bookings:mode.${booking.payment_mode}`)],
          [t('fact.created'), when(booking.created_at)],
          [t('fact.accepted'), when(booking.accepted_at)],
          [t('fact.started'), when(booking.started_at)],
          [t('fact.reached'), when(booking.reached_at)],
          [t('fact.cancelled_by'), booking.cancelled_by && t(`bookings:cancelled_by.${booking.cancelled_by}`)],
          [t('fact.reason'), booking.reason && reasonWords(t, booking.reason)]
        ]}
      />
      {holds('desk') && (
        <Suspense>
          <Texts bookingId={booking.id} />
        </Suspense>
      )}
    </div>
  )
}
