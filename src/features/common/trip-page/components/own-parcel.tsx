import { useTranslation } from 'react-i18next'
import { Facts } from '@/components/ui/facts'
import { type Booking, useOwnOrders } from '@/entities/booking'
import { firmText } from '@/lib/texts/firm-text'

/** The description of a chosen parcel type or option, which the booking has kept. */
function describedBy(choice: unknown): string {
  const described = choice && typeof choice === 'object' && 'description' in choice ? choice.description : null
  return typeof described === 'string' ? firmText(described) : ''
}

/** What the sender wrote about a parcel: who takes it, what it is, and the notes for the courier. */
export function OwnParcel({ booking }: { booking: Booking }) {
  const { t } = useTranslation(['booking_dialogs', 'trips'])
  const order = useOwnOrders([booking.id]).data?.[0]
  const note = (words: string | null | undefined) =>
    words ? <bdi className="whitespace-pre-line wrap-anywhere">{words}</bdi> : null
  return (
    <section aria-label={t('parcel.title')} className="rounded-card border border-line p-4 text-sm empty:hidden">
      <Facts
        facts={[
          [t('delivery.name'), order?.delivery_person],
          [t('delivery.phone'), order?.delivery_person_phone && <bdi dir="ltr">{order.delivery_person_phone}</bdi>],
          [t('trips:fare.parcel_type'), describedBy(booking.parcel_type_selected)],
          [t('trips:fare.option'), describedBy(booking.option_selected)],
          [t('parcel.pickup_note'), note(order?.pick_up_instructions)],
          [t('parcel.drop_note'), note(order?.delivery_instructions)]
        ]}
      />
    </section>
  )
}
