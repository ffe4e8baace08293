import { useTranslation } from 'react-i18next'
import type { Booking } from '@/entities/booking'
import { FareNote, FareTable, fareLines, partsOf } from '@/entities/fare'

/** The quoted fare of an active trip: its lines, whether it can still change, and how it is paid. */
export function TripFare({ booking }: { booking: Booking }) {
  const { t } = useTranslation('trips')
  return (
    <div className="space-y-2">
      <FareTable
        lines={fareLines(booking.fare_lines)}
        parts={partsOf(booking.price_parts)}
        totalLabel={t('receipt.quoted')}
      />
      <FareNote
        payment={booking.payment_mode}
        isParcel={booking.category === 'delivery'}
        paid={booking.prepaid ? 'prepaid' : 'end'}
      />
    </div>
  )
}
