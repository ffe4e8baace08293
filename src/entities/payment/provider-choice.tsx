import { CreditCard } from 'lucide-react'
import { RadioGroup } from 'radix-ui'
import { type ReactNode, useId } from 'react'
import { useTranslation } from 'react-i18next'
import { Badge } from '@/components/ui/badge'
import { Checkbox } from '@/components/ui/checkbox'
import { brandOf } from './brand'
import { cardBrand, cardExpiry } from './cards'
import { cardValue, type WayChoice } from './use-way'

/** One payment method as a choice; must be inside a RadioGroup.Root. */
export function WayToPay({ value, icon, children }: { value: string; icon: ReactNode; children: ReactNode }) {
  return (
    <RadioGroup.Item
      value={value}
      className="flex min-h-14 w-full items-center gap-4 rounded-control border border-line px-4 py-3 text-start hover:bg-soft data-[state=checked]:border-ink data-[state=checked]:ring-1 data-[state=checked]:ring-ink"
    >
      {icon}
      <span className="min-w-0 flex-1">{children}</span>
    </RadioGroup.Item>
  )
}

/** The saved cards and the payment providers with their logos, as choices; must be inside a RadioGroup.Root. */
export function ProviderWays({ choice: { cards, providers } }: { choice: Pick<WayChoice, 'cards' | 'providers'> }) {
  const { t } = useTranslation('pay')
  return (
    <>
      {cards.map((card) => (
        <WayToPay key={card.id} value={cardValue(card)} icon={<CreditCard aria-hidden className="size-5 shrink-0" />}>
          <span className="block font-semibold">
            <bdi>{t('card.named', { brand: cardBrand(card.brand) ?? t('card.card'), last4: card.last4 })}</bdi>
          </span>
          <span className="block text-sm text-muted">{t('card.expires', { date: cardExpiry(card) })}</span>
        </WayToPay>
      ))}
      {providers.map(({ name, mark, test }) => (
        <WayToPay
          key={name}
          value={name}
          icon={
            mark ? (
              <img src={mark} alt="" className="h-5 w-8 shrink-0 object-contain" />
            ) : (
              <CreditCard aria-hidden className="size-5 shrink-0" />
            )
          }
        >
          <span className="flex items-center justify-between gap-3 font-semibold">
            <bdi>{brandOf(name, t)}</bdi>
            {test && <Badge tone="warn">{t('test')}</Badge>}
          </span>
        </WayToPay>
      ))}
      {providers.some(({ name }) => name === 'test') && (
        <p className="rounded-control bg-warn-soft px-3.5 py-3 text-sm text-warn">{t('test_on')}</p>
      )}
    </>
  )
}

/** The checkbox for consent to save the card. Its text has a version (`CARD_CONSENT`), which is stored with the consent. */
export function SaveCard({ choice: { canSave, saves, setSaves, provider } }: { choice: WayChoice }) {
  const { t } = useTranslation('pay')
  const id = useId()
  if (!canSave || !provider) return null
  return (
    <div className="mt-3 flex items-start gap-2 text-sm">
      <Checkbox
        id={id}
        aria-describedby={`${id}-words`}
        checked={saves}
        onChange={(event) => setSaves(event.target.checked)}
      />
      <div className="min-w-0 pt-0.5">
        <label htmlFor={id} className="font-medium">
          {t('card.save')}
        </label>
        <p id={`${id}-words`} className="text-pretty text-muted">
          {t('card.consent', { provider: brandOf(provider.name, t) })}
        </p>
      </div>
    </div>
  )
}
