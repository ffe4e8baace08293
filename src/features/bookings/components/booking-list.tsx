import { useTranslation } from 'react-i18next'
import { Button } from '@/components/ui/button'
import { ErrorBanner } from '@/components/ui/error-state'
import { Skeleton } from '@/components/ui/skeleton'
import type { BookingRow } from '@/entities/booking'
import { useIsDesktop } from '@/lib/use-media'
import { BookingCard } from './booking-card'
import { BookingTable } from './booking-table'

/** Whose list it is decides how a trip is drawn. */
export type ListKind = 'rider' | 'driver' | 'desk'

/** Trips as cards, or as a table for those who look after many and have the room. */
export function BookingList({ rows, kind, caption }: { rows: BookingRow[]; kind: ListKind; caption: string }) {
  const isDesktop = useIsDesktop()
  if (kind === 'desk' && isDesktop) return <BookingTable rows={rows} caption={caption} />
  const otherName = ({ customer_name, driver_name }: BookingRow) =>
    kind === 'rider' ? driver_name : [customer_name, kind === 'desk' && driver_name].filter(Boolean).join(' → ')
  return (
    <ul className="space-y-3">
      {rows.map((row) => (
        <li key={row.id}>
          <BookingCard booking={row} otherName={otherName(row)} />
        </li>
      ))}
    </ul>
  )
}

/** The shape of the list before it is there. */
export function ListSkeleton() {
  const { t } = useTranslation()
  return (
    <div role="status" className="space-y-3">
      <span className="sr-only">{t('loading')}</span>
      {[0, 1, 2].map((index) => (
        <Skeleton key={index} className="h-36 rounded-card" />
      ))}
    </div>
  )
}

interface LoadMoreProps {
  isBusy: boolean
  /** Why the next page did not come. */
  error: unknown
  onClick: () => void
}

/** Asks for the next page by a press: a list that grows by itself keeps its end out of reach. */
export function LoadMore({ isBusy, error, onClick }: LoadMoreProps) {
  const { t } = useTranslation('bookings')
  if (error && !isBusy) return <ErrorBanner error={error} onRetry={onClick} />
  return (
    <Button className="w-full" busy={isBusy} onClick={onClick}>
      {t('more')}
    </Button>
  )
}
