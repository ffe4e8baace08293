import { useCallback } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '@/entities/settings'
import { formatUnit } from '@/lib/format/format'
import type { Zone } from '../model'

/** Returns functions that describe a zone's price and where it applies. */
export function useZoneWords() {
  const { t } = useTranslation('zones')
  const { money, moneyChange, locale } = useFormat()
  const price = useCallback(
    ({ kind, amount, percent }: Zone): string => {
      if (kind === 'no_service') return ''
      if (percent !== null) return `+${formatUnit(percent, 'percent', locale, 2)}`
      return kind === 'fixed' ? money(amount ?? 0) : moneyChange(amount ?? 0)
    },
    [money, moneyChange, locale]
  )
  const side = useCallback((zone: Zone) => t(`side.${zone.applies_to}`), [t])
  return { price, side }
}
