import { Star } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Badge, type Tone } from '@/components/ui/badge'
import { type DriverFacts, type PapersState, type StaffPerson, type Standing, standingOf } from '@/entities/person'
import { useFormat } from '@/entities/settings'
import { formatNumber } from '@/lib/format/format'

const standingTones: Record<Standing, Tone> = { approved: 'ok', waiting: 'warn', suspended: 'bad' }

/** Shows whether the person is approved, waits for approval, or is suspended. */
export function StandingBadge({ person }: { person: StaffPerson }) {
  const { t } = useTranslation('people')
  const standing = standingOf(person)
  return (
    <Badge dot tone={standingTones[standing]}>
      {t(`standing.${standing}`)}
    </Badge>
  )
}

const papersTones: Record<PapersState, Tone> = {
  missing: 'neutral',
  pending: 'info',
  expired: 'bad',
  rejected: 'bad',
  expiring: 'warn',
  verified: 'ok'
}

/** Shows the state of a driver's documents. */
export function PapersBadge({ papers }: Pick<DriverFacts, 'papers'>) {
  const { t } = useTranslation('people')
  return <Badge tone={papersTones[papers]}>{t(`papers.${papers}`)}</Badge>
}

/** A driver's current state: on a trip, free, or off duty. */
export const dutyOf = ({ is_active, is_busy }: DriverFacts) => (is_busy ? 'busy' : is_active ? 'free' : 'off')

/** Shows the average rating and the number of ratings, or a dash if there is none. */
export function Stars({ rating, rating_count }: Pick<StaffPerson, 'rating' | 'rating_count'>) {
  const { locale } = useFormat()
  if (rating === null) return <span className="text-muted">–</span>
  return (
    <span className="inline-flex items-center gap-1 tabular">
      <Star aria-hidden className="size-3.5 fill-current text-muted" />
      {formatNumber(rating, locale, { minimumFractionDigits: 1 })}
      <span className="text-muted">({rating_count})</span>
    </span>
  )
}
