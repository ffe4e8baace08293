import { useNavigate } from 'react-router-dom'
import { paths } from '@/config/paths'
import { acceptBooking, declineBooking } from '@/entities/booking'
import { takeShownOffers } from '@/lib/push-device'
import { useCommand } from '@/lib/use-command'
import type { Offer } from '../model'

interface Answer {
  kind: 'accept' | 'decline'
  offer: Offer
}

/**
 * Returns the command that accepts or declines an offer. Accepting opens the trip. If the offer was taken by another driver or
 * has expired, it is removed with a message.
 */
export function useAnswerOffer(onAnswered: () => void) {
  const navigate = useNavigate()
  const answer = useCommand(
    async ({ kind, offer }: Answer) => {
      void takeShownOffers().catch(() => {})
      if (kind === 'decline') return declineBooking(offer.booking_id)
      await acceptBooking(offer.booking_id)
      navigate(paths.booking(offer.booking_id))
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
