import { Copy, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router-dom'
import { Badge } from '@/components/ui/badge'
import { Button } from '@/components/ui/button'
import { paths } from '@/config/paths'
import { useCarTypeUses } from '../api'
import type { CarTypeRow } from '../model'
import { DeleteCarType } from './delete-car-type'

/** Who drives it, and whether anybody does. */
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

interface CarTypeActionsProps {
  stored: CarTypeRow
  /** Leaving asks nothing any more. */
  release: () => void
}

/** What else can be done with a stored one. */
export function CarTypeActions({ stored, release }: CarTypeActionsProps) {
  const { t } = useTranslation('cartypes')
  const go = useNavigate()
  const [isDeleting, setDeleting] = useState(false)
  return (
    <>
      <Button size="sm" onClick={() => void go(`${paths.carType('new')}?from=${stored.id}`)}>
        <Copy aria-hidden />
        {t('duplicate')}
      </Button>
      <Button
        variant="ghost"
        size="icon-sm"
        aria-label={t('delete')}
        className="text-bad"
        onClick={() => setDeleting(true)}
      >
        <Trash2 aria-hidden />
      </Button>
      {isDeleting && (
        <DeleteCarType
          carType={stored}
          onClose={() => setDeleting(false)}
          onDone={() => {
            release()
            void go(paths.carTypes)
          }}
        />
      )}
    </>
  )
}
