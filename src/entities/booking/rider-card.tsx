import { useTranslation } from 'react-i18next'
import { Avatar } from '@/entities/person'
import { nameBeside } from '@/entities/place'
import type { Booking } from './model'
import { isAwaitingPickup } from './status'
import { travellerOf } from './traveller'

/** Shows a driver the rider's name, and where the rider waits or, once the ride has begun, where the rider goes. */
export function RiderCard({ booking }: { booking: Booking }) {
  const { t } = useTranslation('trips')
  const isAhead = isAwaitingPickup(booking.status)
  const words = isAhead ? booking.pickup_address : (booking.drop_address ?? '')
  const name = nameBeside(words, isAhead ? booking.pickup_point_name : booking.drop_point_name)
  return (
    <section
      aria-label={t('ride:person.rider')}
      className="flex items-center gap-3 rounded-card border border-line p-3"
    >
      <Avatar name={travellerOf(booking)} image={booking.guest_name ? null : booking.customer_image} />
      <div className="min-w-0 flex-1">
        <p dir="auto" className="truncate font-semibold">
          {travellerOf(booking)}
        </p>
        <p className="text-sm text-pretty text-muted">{words}</p>
        {name && <p className="text-sm text-pretty">{t('point.says', { name })}</p>}
        {isAhead && (
          <p className="text-sm text-pretty text-muted">{t('ride:person.goes_to', { drop: booking.drop_address })}</p>
        )}
      </div>
    </section>
  )
}
