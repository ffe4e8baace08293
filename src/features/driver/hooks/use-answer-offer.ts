import { useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { toast } from '@/components/ui/toaster'
import { paths } from '@/config/paths'
import { acceptBooking, declineBooking } from '@/entities/booking'
import { useErrorText } from '@/lib/use-error-text'
import type { Offer } from '../model'

/** Taking an offer leads to its trip; one that somebody else has or that has run out goes away with a word. */
export function useAnswerOffer(onAnswered: () => void) {
  const navigate = useNavigate()
  const errorText = useErrorText()
  const [busy, setBusy] = useState<'accept' | 'decline' | null>(null)

  const answer = async (kind: 'accept' | 'decline', offer: Offer) => {
    setBusy(kind)
    try {
      if (kind === 'accept') {
        await acceptBooking(offer.booking_id)
        navigate(paths.booking(offer.booking_id))
      } else {
        await declineBooking(offer.booking_id)
      }
    } catch (error) {
      toast.error(errorText(error))
    } finally {
      setBusy(null)
      onAnswered()
    }
  }

  return {
    busy,
    accept: (offer: Offer) => void answer('accept', offer),
    decline: (offer: Offer) => void answer('decline', offer)
  }
}
