import { useTranslation } from 'react-i18next'
import { useFormat } from '@/entities/settings'
import { cn } from '@/lib/utils'
import { type MoneyPart, totalOf } from './parts'
import { useTaxName } from './tax-name'

/** The row of an amount with its label. */
export function AmountRow({ label, amount, className }: { label: string; amount: string; className?: string }) {
  return (
    <div className={cn('flex items-baseline justify-between gap-4 py-1', className)}>
      <dt className="min-w-0">{label}</dt>
      <dd className="shrink-0 tabular">
        <bdi>{amount}</bdi>
      </dd>
    </div>
  )
}

/**
 * Returns a function that names a part, such as "Promotion RIDER10" or "Paid by card". A kind without a text has the text of its
 * side.
 */
export function usePartLabel() {
  const { t } = useTranslation('money_parts')
  const taxName = useTaxName()
  return ({ side, kind, amount, name = '', who = '' }: MoneyPart): string => {
    if (side === 'share' && kind === 'tax' && who === 'driver' && taxName) return taxName
    if (side === 'share') return t([`share.${who}_${kind}`, `share.${who}`, 'share.other'])
    const where = side === 'paid' && amount < 0 ? 'returned' : side
    return t([`${where}.${kind}`, `${where}.other`] as 'price.other'[], { name })
  }
}

/** Rows of parts: those of a price with their sign, except the fare. */
export function PartRows({ parts, className }: { parts: readonly MoneyPart[]; className?: string }) {
  const label = usePartLabel()
  const { money, moneyChange } = useFormat()
  return parts.map((part) => (
    <AmountRow
      key={`${part.side} ${part.kind} ${part.name ?? ''} ${part.who ?? ''}`}
      label={label(part)}
      amount={part.side === 'price' && part.kind.includes('rounding') ? moneyChange(part.amount) : money(part.amount)}
      {...(className && { className })}
    />
  ))
}

/** The sides on which nothing is paid or returned. */
const STILL = new Set<MoneyPart['side']>(['price', 'open', 'share'])

/**
 * Lists how a price was paid, what is left to pay, tips and refunds, and then what the rider paid in all, if that is more than
 * one row says. Renders nothing before something is paid.
 */
export function PaymentRows({ parts }: { parts: readonly MoneyPart[] }) {
  const { t } = useTranslation('money_parts')
  const { money } = useFormat()
  const moved = parts.filter(({ side }) => !STILL.has(side))
  const byRider = moved.filter(({ who }) => who === 'rider')
  if (moved.length === 0) return null
  return (
    <dl className="text-sm text-muted">
      <PartRows parts={moved.filter(({ side }) => side === 'paid')} />
      <PartRows parts={parts.filter(({ side }) => side === 'open')} className="font-semibold text-ink" />
      <PartRows parts={moved.filter(({ side }) => side !== 'paid')} />
      {byRider.length > 1 && (
        <AmountRow
          label={t('paid_in_all')}
          amount={money(totalOf(byRider))}
          className="border-t border-line font-semibold text-ink"
        />
      )}
    </dl>
  )
}
