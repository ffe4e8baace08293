import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Dialog, DialogContent, DialogDescription, DialogHeader, DialogTitle } from '@/components/ui/dialog'
import { useFormat } from '@/entities/settings'
import { cn } from '@/lib/utils'
import { useAnswerOffer } from '../hooks/use-answer-offer'
import type { Offer } from '../model'
import { OfferCard } from './offer-card'

/**
 * How long the buttons ignore presses after an offer has appeared (ms). Otherwise a tap meant for something else could answer
 * the offer.
 */
const GUARD_MS = 600

interface OfferDialogProps {
  offer: Offer | null
  onAnswered: () => void
}

/**
 * A dialog with an offer, shown in front of every page. If the driver closes it, the offer stays open on the driver's main
 * page.
 */
export function OfferDialog({ offer, onAnswered }: OfferDialogProps) {
  const { t } = useTranslation('driver')
  const { money } = useFormat()
  const answer = useAnswerOffer(onAnswered)
  const [closedId, setClosedId] = useState<string | null>(null)
  const shown = offer && offer.id !== closedId ? offer : null
  const isGuarded = useGuard(shown?.id ?? null)
  return (
    <Dialog open={shown !== null} onOpenChange={() => setClosedId(offer?.id ?? null)}>
      {shown && (
        <DialogContent
          className={cn('focus:outline-none', isGuarded && 'pointer-events-none!')}
          // No button has the focus at first. Otherwise a key pressed while the driver is typing a message would answer the
          // offer.
          onOpenAutoFocus={(event) => {
            event.preventDefault()
            if (event.currentTarget instanceof HTMLElement) event.currentTarget.focus()
          }}
          onInteractOutside={(event) => event.preventDefault()}
        >
          <DialogHeader>
            <DialogTitle>{t('offer.title')}</DialogTitle>
            <DialogDescription className="sr-only">
              {t('offer.announce', { amount: money(shown.driver_share) })}
            </DialogDescription>
          </DialogHeader>
          <OfferCard
            key={shown.id}
            offer={shown}
            amountAs="p"
            busy={answer.busy}
            onAccept={() => answer.accept(shown)}
            onDecline={() => answer.decline(shown)}
          />
        </DialogContent>
      )}
    </Dialog>
  )
}

/** Returns true for a moment (`GUARD_MS`) after `id` has changed. */
function useGuard(id: string | null): boolean {
  const [passed, setPassed] = useState<string | null>(null)
  useEffect(() => {
    if (!id) return
    const timer = setTimeout(() => setPassed(id), GUARD_MS)
    return () => clearTimeout(timer)
  }, [id])
  return id !== passed
}
