import { Banknote } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import type { Party } from '@/entities/booking'
import { useFormat } from '@/entities/settings'

/** The cash amount to pay, in large type. */
export function CashBlock({ amount, party }: { amount: number; party: Party }) {
  const { t } = useTranslation('trips')
  const { money } = useFormat()
  return (
    <section aria-label={t('cash.label')} className="rounded-card bg-soft p-4 text-center">
      <p className="flex items-center justify-center gap-2 text-sm text-muted">
        <Banknote aria-hidden className="size-4" />
        {party === 'driver' ? t('cash.collect') : t('cash.pay')}
      </p>
      <p className="mt-1 text-4xl font-semibold tracking-tight tabular">{money(amount)}</p>
      <p className="mt-1 text-sm text-pretty text-muted">{party === 'driver' ? t('cash.then') : t('cash.waiting')}</p>
    </section>
  )
}
