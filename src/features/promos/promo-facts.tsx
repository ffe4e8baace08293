import { useTranslation } from 'react-i18next'
import { Facts } from '@/components/ui/facts'
import { useFormat } from '@/entities/settings'
import { writtenDay } from '@/lib/days'
import type { Promo } from './model'
import { PromoState, usePromoWords } from './promo-words'

/** All there is to know of one promotion, beside the table. */
export function PromoFacts({ promo }: { promo: Promo }) {
  const { t } = useTranslation('promos')
  const { money, dateTime, locale } = useFormat()
  const words = usePromoWords()
  return (
    <div className="space-y-4 p-5 text-sm">
      <header className="space-y-1">
        <div className="flex items-center justify-between gap-3">
          <h2 dir="auto" className="min-w-0 text-base font-semibold break-words">
            {promo.promo_name}
          </h2>
          <PromoState promo={promo} />
        </div>
        <p className="text-2xl font-semibold tabular">{words.value(promo)}</p>
        <p dir="auto" className="break-words text-muted">
          {promo.promo_description}
        </p>
      </header>
      <Facts
        facts={[
          [t('column.uses'), words.uses(promo)],
          [t('column.validity'), writtenDay(promo.promo_validity, locale)],
          [t('column.min_order'), money(promo.min_order)],
          [t('column.max'), promo.max_promo_discount_value ? money(promo.max_promo_discount_value) : t('no_max')],
          [t('column.listed'), t(promo.listed ? 'form:on' : 'form:off')],
          [t('column.created'), dateTime(promo.created_at)]
        ]}
      />
    </div>
  )
}

/** A promotion on a phone. */
export function PromoCard({ promo }: { promo: Promo }) {
  const { t } = useTranslation('promos')
  const { locale } = useFormat()
  const words = usePromoWords()
  return (
    <article className="text-sm">
      <p className="flex items-center gap-3">
        <span dir="auto" className="min-w-0 flex-1 truncate font-semibold">
          {promo.promo_name}
        </span>
        <PromoState promo={promo} />
      </p>
      <p className="mt-1.5 flex gap-3 text-muted">
        <span className="flex-1">
          {[t('until', { day: writtenDay(promo.promo_validity, locale) }), words.uses(promo)].join(' · ')}
        </span>
        <span className="font-semibold text-ink tabular">{words.value(promo)}</span>
      </p>
    </article>
  )
}
