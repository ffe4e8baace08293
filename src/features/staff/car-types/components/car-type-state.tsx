import { useTranslation } from 'react-i18next'
import { Badge } from '@/components/ui/badge'
import type { CarTypeRow } from '../model'
import { useCarTypeUses } from '../queries'

/** How many drivers have this car type, and how many bookings of this month. */
export function CarTypeState({ stored }: { stored: CarTypeRow | null }) {
  const { t } = useTranslation('cartypes')
  const { data: uses } = useCarTypeUses(stored?.id ?? null)
  if (!uses) return null
  const isUsed = (uses.drivers ?? 0) > 0 || (uses.bookings_this_month ?? 0) > 0
  return (
    <>
      <Badge tone={isUsed ? 'ok' : 'neutral'} dot>
        {t(isUsed ? 'in_use' : 'not_in_use')}
      </Badge>
      <span className="hidden text-sm text-muted sm:inline">
        {t('drivers', { count: uses.drivers })} · {t('this_month', { count: uses.bookings_this_month })}
      </span>
    </>
  )
}
