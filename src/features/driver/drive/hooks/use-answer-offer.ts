import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router-dom'
import { unstable_serialize, useSWRConfig } from 'swr'
import { paths } from '@/config/paths'
import { acceptBooking, declineBooking, travellerOf } from '@/entities/booking'
import { takeShownOffers } from '@/lib/page/push-device'
import { toast } from '@/lib/page/toast'
import { useCommand } from '@/lib/server/use-command'
import type { CurrentTrip } from '../model/rows'
import type { Offer } from '../model/state'
import { driverKeys, engagedTrip } from '../queries'

interface Answer {
  kind: 'accept' | 'decline'
  offer: Offer
}

/**
 * Returns the command that accepts or declines an offer. Accepting opens the trip, unless the driver is on one already: then the page
 * stays with the passenger aboard, and the accepted job follows. If the offer was taken by another driver or
 * has expired, it is removed with a message.
 */
export function useAnswerOffer(onAnswered: () => void) {
  const { t } = useTranslation('drive')
  const navigate = useNavigate()
  const { cache } = useSWRConfig()
  const isOnTrip = (driverId: string | null, offered: string): boolean => {
    const trips: CurrentTrip[] = cache.get(unstable_serialize(driverKeys.trips(driverId ?? '')))?.data ?? []
    return engagedTrip(trips.filter(({ id }) => id !== offered)) !== null
  }
  const answer = useCommand(
    async ({ kind, offer }: Answer) => {
      void takeShownOffers().catch(() => {})
      if (kind === 'decline') return declineBooking(offer.booking_id)
      const booking = await acceptBooking(offer.booking_id)
      if (isOnTrip(booking.driver_id, booking.id)) {
        toast('success', t('next.accepted', { name: travellerOf(booking)?.split(' ')[0] ?? '' }))
      } else navigate(paths.booking(offer.booking_id))
    },
    // The offer is the question, and it ends in seconds.
    { asks: 'form', failure: 'toast', onSettled: onAnswered }
  )
  return {
    busy: answer.sent?.kind ?? null,
    accept: (offer: Offer) => void answer.run({ kind: 'accept', offer }),
    decline: (offer: Offer) => void answer.run({ kind: 'decline', offer })
  }
}
