import { Banknote } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '@/entities/settings'

/** The quoted fare. The driver collects it in cash if the final fare cannot be loaded. */
export function QuotedCash({ amount }: { amount: number }) {
  const { t } = useTranslation('drive')
  const { money } = useFormat()
  return (
    <section aria-label={t('unheard.label')} className="rounded-card bg-soft p-4 text-center">
      <p className="flex items-center justify-center gap-2 text-sm">
        <Banknote aria-hidden className="size-4" />
        {t('unheard.quoted')}
      </p>
      <p className="mt-1 text-4xl font-semibold tracking-tight tabular">{money(amount)}</p>
      <p className="mt-1 text-sm text-pretty text-muted">{t('unheard.then')}</p>
    </section>
  )
}
