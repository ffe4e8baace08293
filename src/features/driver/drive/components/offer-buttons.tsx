import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '@/components/ui/button'
import type { useAnswerOffer } from '../hooks/use-answer-offer'
import type { Offer } from '../model/state'

/**
 * How long the buttons ignore presses after an offer has appeared (ms). Otherwise a press that was meant for the offer before,
 * or for something else at this place, would answer this one.
 */
const GUARD_MS = 600

/** Returns true for a moment (`GUARD_MS`) after `id` has changed. */
function useGuard(id: string): boolean {
  const [passed, setPassed] = useState<string | null>(null)
  useEffect(() => {
    const timer = setTimeout(() => setPassed(id), GUARD_MS)
    return () => clearTimeout(timer)
  }, [id])
  return id !== passed
}

interface OfferButtonsProps {
  offer: Offer
  answer: ReturnType<typeof useAnswerOffer>
}

/** The two buttons that answer an offer. Pages show them where they are always in view. */
export function OfferButtons({ offer, answer }: OfferButtonsProps) {
  const { t } = useTranslation('driver')
  const isGuarded = useGuard(offer.id)
  const press = (act: (offer: Offer) => void) => () => {
    if (!isGuarded) act(offer)
  }
  const shared = {
    size: 'lg',
    disabled: answer.busy !== null,
    ...(isGuarded && { 'aria-disabled': true })
  } as const
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for the fields of a form
    <div role="group" aria-label={t('offer.answer')} className="flex flex-wrap gap-2">
      <Button {...shared} className="h-14 flex-1" busy={answer.busy === 'decline'} onClick={press(answer.decline)}>
        {t('offer.decline')}
      </Button>
      <Button
        {...shared}
        variant="accent"
        className="h-14 flex-[2]"
        busy={answer.busy === 'accept'}
        onClick={press(answer.accept)}
      >
        {t('offer.accept')}
      </Button>
    </div>
  )
}
