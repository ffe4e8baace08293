import { CreditCard, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '@/components/ui/button'
import { ConfirmDialog } from '@/components/ui/confirm-dialog'
import {
  brandOf,
  cardBrand,
  cardExpiry,
  removeCard,
  type SavedCard,
  savedCardsKey,
  useSavedCards
} from '@/entities/payment'
import { useFormat } from '@/entities/settings'
import { useBroadcast } from '@/lib/server/use-broadcast'
import { useCommand } from '@/lib/server/use-command'

/** Lists the person's saved cards, each with a button that removes it. Renders nothing if there are none. */
export function SavedCards({ userId }: { userId: string }) {
  const { t } = useTranslation('pay')
  const { dateTime } = useFormat()
  const { data: cards = [], mutate } = useSavedCards()
  const [removing, setRemoving] = useState<SavedCard | null>(null)
  useBroadcast(`user:${userId}`, () => mutate(), { events: ['cards'] })
  const nameOf = ({ brand, last4 }: SavedCard) => t('card.named', { brand: cardBrand(brand) ?? t('card.card'), last4 })
  const remove = useCommand((id: string) => removeCard(id), {
    done: t('card.removed'),
    invalidates: () => [savedCardsKey(userId)],
    onDone: () => setRemoving(null)
  })
  if (cards.length === 0) return null
  return (
    <section aria-labelledby="saved-cards">
      <h2 id="saved-cards" className="mb-2 text-lg font-semibold">
        {t('card.title')}
      </h2>
      <ul className="divide-y divide-line">
        {cards.map((card) => (
          <li key={card.id} className="flex items-center gap-4 py-3 text-sm">
            <CreditCard aria-hidden className="size-5 shrink-0" />
            <span className="min-w-0 flex-1">
              <bdi className="block font-semibold">{nameOf(card)}</bdi>
              <span className="block text-muted">
                {t('card.expires', { date: cardExpiry(card) })} · {brandOf(card.provider, t)}
              </span>
              <span className="block text-muted">{t('card.since', { date: dateTime(card.consented_at) })}</span>
            </span>
            <Button
              variant="ghost"
              aria-label={t('card.remove_named', { card: nameOf(card) })}
              onClick={() => setRemoving(card)}
            >
              <Trash2 aria-hidden />
              {t('card.remove')}
            </Button>
          </li>
        ))}
      </ul>
      {removing && (
        <ConfirmDialog
          isOpen
          onOpenChange={(isOpen) => !isOpen && setRemoving(null)}
          title={t('card.remove_title')}
          text={t('card.remove_text', { card: nameOf(removing), provider: brandOf(removing.provider, t) })}
          keep={t('common:cancel')}
          confirm={t('card.remove')}
          busy={remove.busy}
          error={remove.error}
          onConfirm={() => void remove.run(removing.id)}
        />
      )}
    </section>
  )
}
