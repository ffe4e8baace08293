import { useTranslation } from 'react-i18next'
import type { Booking } from '@/entities/booking'
import { FareNote, FareTable, fareLines } from '@/entities/fare'

/** The quoted fare of an active trip: its lines, whether it can still change, and how it is paid. */
export function TripFare({ booking }: { booking: Booking }) {
  const { t } = useTranslation('trips')
  // With a promotion or a payment, the lines above the fare list the rounding and what is left to pay.
  const isPlain = booking.discount_amount === 0 && booking.customer_paid === 0
  return (
    <div className="space-y-2">
      <FareTable
        lines={fareLines(booking.fare_lines)}
        total={booking.trip_cost}
        totalLabel={t('receipt.quoted')}
        tax={booking.tax_amount}
        cash={isPlain ? booking.payable_amount : booking.trip_cost}
      />
      <FareNote
        payment={booking.payment_mode}
        isParcel={booking.category === 'delivery'}
        paid={booking.prepaid ? 'prepaid' : 'end'}
      />
    </div>
  )
}
