import { ArrowLeft, Copy, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useNavigate } from 'react-router-dom'
import { Badge } from '@/components/ui/badge'
import { Button } from '@/components/ui/button'
import { paths } from '@/config/paths'
import { useCrumb } from '@/lib/crumb'
import { useCarTypeUses } from '../api'
import type { CarTypeRow } from '../model'
import { DeleteCarType } from './delete-car-type'

interface CarTypeHeaderProps {
  stored: CarTypeRow | null
  isNew: boolean
  /** As it is typed. */
  name: string
  /** Leaving asks nothing any more. */
  release: () => void
}

/** What is open, who drives it, and what else can be done with it. */
export function CarTypeHeader({ stored, isNew, name, release }: CarTypeHeaderProps) {
  const { t } = useTranslation('cartypes')
  const go = useNavigate()
  const [isDeleting, setDeleting] = useState(false)
  const { data: uses } = useCarTypeUses(stored?.id ?? null)
  useCrumb(name || t('new'))
  const isUsed = (uses?.drivers ?? 0) > 0 || (uses?.bookings_this_month ?? 0) > 0
  return (
    <header className="flex min-h-16 flex-wrap items-center gap-x-3 gap-y-2 border-b border-line px-4 py-3 md:px-6">
      <Button asChild size="icon-sm" aria-label={t('back')}>
        <Link to={paths.carTypes} aria-label={t('back')}>
          <ArrowLeft aria-hidden className="rtl:rotate-180" />
        </Link>
      </Button>
      <h1 dir="auto" className="min-w-0 truncate text-xl font-semibold">
        {name || t('new')}
      </h1>
      {uses && (
        <>
          <Badge tone={isUsed ? 'ok' : 'neutral'} dot>
            {t(isUsed ? 'in_use' : 'not_in_use')}
          </Badge>
          <span className="hidden text-sm text-muted sm:inline">
            {t('drivers', { count: uses.drivers })} · {t('this_month', { count: uses.bookings_this_month })}
          </span>
        </>
      )}
      {stored && !isNew && (
        <span className="ms-auto flex gap-2">
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
        </span>
      )}
      {stored && isDeleting && (
        <DeleteCarType
          carType={stored}
          onClose={() => setDeleting(false)}
          onDone={() => {
            release()
            void go(paths.carTypes)
          }}
        />
      )}
    </header>
  )
}
