import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { Badge, type Tone } from '@/components/ui/badge'
import { useFormat } from '@/entities/settings'
import { formatNumber, formatUnit } from '@/lib/format/format'
import type { Promo } from './promo-form'

const tones: Record<Promo['state'], Tone> = { running: 'ok', ended: 'neutral', used_up: 'warn' }

export function PromoState({ promo: { state } }: { promo: Promo }) {
  const { t } = useTranslation('promos')
  return (
    <Badge dot tone={tones[state]}>
      {t(`state.${state}`)}
    </Badge>
  )
}

/** Returns functions that write a promotion's discount and its uses as text. */
export function usePromoWords() {
  const { t } = useTranslation('promos')
  const { money, locale } = useFormat()
  return useMemo(
    () => ({
      value: ({ promo_discount_type, promo_discount_value: value }: Promo) =>
        promo_discount_type === 'flat' ? money(value) : formatUnit(value, 'percent', locale, 2),
      uses: ({ user_avail, promo_usage_limit }: Promo) =>
        t('uses_of', { uses: formatNumber(user_avail, locale), limit: formatNumber(promo_usage_limit, locale) })
    }),
    [t, money, locale]
  )
}
