import { CalendarClock, CreditCard, LoaderCircle, ShieldCheck } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { Button } from '@/components/ui/button'
import { paths } from '@/config/paths'
import { cardBrand } from '@/entities/payment'
import { useFormat } from '@/entities/settings'
import { type HoldState, needsRider } from '../../model/hold-state'

/** Returns how a card is named: by its brand and last digits, or as "your card" if it is no saved one. */
function useCardName() {
  const { t } = useTranslation('pay')
  return (card: { brand: string; last4: string } | null) =>
    card ? t('card.named', { brand: cardBrand(card.brand) ?? t('card.card'), last4: card.last4 }) : t('hold.your_card')
}

/** A line about the reservation of a card ride. It says "reserved" only if the amount is. */
export function HoldLine({ state }: { state: HoldState }) {
  const { t } = useTranslation('pay')
  const { money, dateTime } = useFormat()
  const nameOf = useCardName()
  const amount = 'amount' in state ? money(state.amount) : ''
  const card = 'card' in state ? nameOf(state.card) : ''
  const reserved = 'reserved' in state ? money(state.reserved) : ''
  const from = 'from' in state ? dateTime(state.from) : ''
  const Icon = ICONS[state.kind]
  return (
    <p role="status" className="flex items-start gap-2 text-sm text-pretty text-muted">
      <Icon aria-hidden className={`mt-0.5 size-4 shrink-0 ${TONES[state.kind] ?? ''}`} />
      {t(`hold.${state.kind}`, { amount, card, reserved, when: from })}
    </p>
  )
}

const ICONS = {
  reserved: ShieldCheck,
  asking: LoaderCircle,
  confirm: CreditCard,
  planned: CalendarClock,
  later: CalendarClock,
  open: CreditCard,
  short: CreditCard,
  none: CreditCard
} as const

const TONES: Partial<Record<HoldState['kind'], string>> = {
  reserved: 'text-ok',
  asking: 'animate-spin motion-reduce:animate-none'
}

interface HoldActionProps {
  state: HoldState
  onOpen: () => void
}

/** The one button of a card ride that is not reserved, with a line that says so: it stays above the fold. */
export function HoldAction({ state, onOpen }: HoldActionProps) {
  const { t } = useTranslation('pay')
  const { money } = useFormat()
  if (!needsRider(state)) return null
  return (
    <div className="space-y-2">
      <HoldLine state={state} />
      {state.kind === 'confirm' ? (
        <Button asChild size="lg" variant="accent" className="w-full">
          <Link to={paths.pay(state.paymentId)}>{t('hold.confirm_now')}</Link>
        </Button>
      ) : (
        <Button size="lg" variant="accent" className="w-full" onClick={onOpen}>
          <CreditCard aria-hidden />
          {t('hold.reserve', { amount: money(state.amount) })}
        </Button>
      )}
    </div>
  )
}
