import { Banknote } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '@/entities/settings'
import type { ExtraLine } from '../../model/extras'

interface QuotedCashProps {
  amount: number
  lines: readonly ExtraLine[]
}

/** The quote with its extras. The driver collects it in cash if the final fare cannot be loaded. */
export function QuotedCash({ amount, lines }: QuotedCashProps) {
  const { t } = useTranslation(['drive', 'trips'])
  const { money } = useFormat()
  const counted = lines.filter(({ counts }) => counts > 0)
  return (
    <section aria-label={t('unheard.label')} className="rounded-card bg-soft p-4 text-center">
      <p className="flex items-center justify-center gap-2 text-sm">
        <Banknote aria-hidden className="size-4" />
        {t('unheard.quoted')}
      </p>
      <p className="mt-1 text-4xl font-semibold tracking-tight tabular">{money(amount)}</p>
      {counted.length > 0 && (
        <p className="mt-1 text-sm">
          {t('unheard.with', {
            extras: counted
              .map(({ key, counts }) => `${t(`trips:fare.${key === 'other' ? 'extra' : key}`)} ${money(counts)}`)
              .join(' · ')
          })}
        </p>
      )}
      <p className="mt-1 text-sm text-pretty text-muted">{t('unheard.then')}</p>
    </section>
  )
}
