import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Dialog, DialogContent, DialogDescription, DialogHeader, DialogTitle } from '@/components/ui/dialog'
import { useFormat } from '@/entities/settings'
import { useAnswerOffer } from '../hooks/use-answer-offer'
import type { Offer } from '../model/state'
import { OfferButtons } from './offer-buttons'
import { OfferCard, ownAmount } from './offer-card'

interface OfferDialogProps {
  offer: Offer | null
  /** How many offers wait for an answer. */
  count: number
  onAnswered: () => void
}

/**
 * A dialog with an offer, shown in front of every page. If the driver closes it, the offer stays open on the driver's main
 * page.
 */
export function OfferDialog({ offer, count, onAnswered }: OfferDialogProps) {
  const { t } = useTranslation('driver')
  const { money } = useFormat()
  const answer = useAnswerOffer(onAnswered)
  const [closedId, setClosedId] = useState<string | null>(null)
  const shown = offer && offer.id !== closedId ? offer : null
  return (
    <Dialog open={shown !== null} onOpenChange={() => setClosedId(offer?.id ?? null)}>
      {shown && (
        <DialogContent
          className="pb-0! focus:outline-none"
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
              {t(shown.driver_share > 0 ? 'offer.announce' : 'offer.announce_fare', {
                amount: money(ownAmount(shown))
              })}
            </DialogDescription>
          </DialogHeader>
          <OfferCard key={shown.id} offer={shown} count={count} amountAs="p" />
          <div className="sticky bottom-0 -mx-6 bg-card px-6 pt-3 pb-safe">
            <OfferButtons key={shown.id} offer={shown} answer={answer} />
          </div>
        </DialogContent>
      )}
    </Dialog>
  )
}
