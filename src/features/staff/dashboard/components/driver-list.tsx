import { CarTaxiFront } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { EmptyState } from '@/components/ui/empty-state'
import { Loading } from '@/components/ui/loading'
import { Skeleton } from '@/components/ui/skeleton'
import { paths } from '@/config/paths'
import { useLastSeen } from '@/entities/booking'
import type { DutyDriver } from '@/entities/person'
import { useFormat } from '@/entities/settings'
import { isolated } from '@/lib/format/isolated'
import { firmText } from '@/lib/texts/firm-text'
import { cn } from '@/lib/utils'
import { StateDot } from './state-dot'

interface DriverListProps {
  drivers: readonly DutyDriver[] | undefined
  chosen: string | null
  onChoose: (id: string) => void
}

/** The map's drivers as a list. Choosing a driver moves the map to the driver's car. */
export function DriverList({ drivers, chosen, onChoose }: DriverListProps) {
  const { t } = useTranslation('dashboard')
  if (!drivers) return <ListSkeleton />
  if (drivers.length === 0) {
    return (
      <EmptyState icon={CarTaxiFront} title={t('empty')}>
        {t('empty_hint')}
      </EmptyState>
    )
  }
  return (
    <ul aria-label={t('list')} className="divide-y divide-line overflow-y-auto max-lg:max-h-[28rem] lg:h-full">
      {drivers.map((driver) => (
        <DriverRow
          key={driver.driver_id}
          driver={driver}
          isChosen={driver.driver_id === chosen}
          onChoose={() => onChoose(driver.driver_id)}
        />
      ))}
    </ul>
  )
}

function DriverRow({ driver, isChosen, onChoose }: { driver: DutyDriver; isChosen: boolean; onChoose: () => void }) {
  const { t } = useTranslation('dashboard')
  const { time } = useFormat()
  const seen = useLastSeen(driver.state === 'silent' ? { at: Date.parse(driver.updated_at) } : null, 5000)
  const row = useRef<HTMLLIElement>(null)
  useEffect(() => {
    // Scrolls the list (not the page) to a driver who was chosen on the map.
    const list = row.current?.parentElement
    if (!isChosen || !row.current || !list) return
    const { offsetTop, offsetHeight } = row.current
    const top = offsetTop - list.offsetTop
    if (top < list.scrollTop || top + offsetHeight > list.scrollTop + list.clientHeight) list.scrollTop = top - 48
  }, [isChosen])
  return (
    <li ref={row} className={cn('relative flex items-center', isChosen ? 'bg-soft' : 'hover:bg-soft/60')}>
      <button
        type="button"
        aria-pressed={isChosen}
        onClick={onChoose}
        className="flex min-w-0 flex-1 items-center gap-3 px-4 py-2.5 text-start text-sm focus-visible:-outline-offset-2"
      >
        <StateDot state={driver.state} />
        <span className="min-w-0 flex-1">
          <span dir="auto" className="block truncate font-semibold">
            {driver.driver_name || t('common:no_name')}
          </span>
          <span className="block truncate text-muted">
            {[
              t(`state.${driver.state}`),
              driver.state === 'silent' && driver.booking_id && t('state.busy'),
              firmText(driver.car_type),
              driver.vehicle_number
            ]
              .filter((part): part is string => !!part)
              .map(isolated)
              .join(' · ')}
          </span>
        </span>
        <span className={cn('shrink-0', seen ? 'max-w-28 text-end text-warn' : 'text-muted')}>
          {seen ?? t('seen_at', { time: time(driver.updated_at) })}
        </span>
      </button>
      {driver.booking_id && (
        <Link
          to={paths.booking(driver.booking_id)}
          aria-label={t('trip_of', { name: driver.driver_name })}
          className="me-3 shrink-0 rounded-control px-2.5 py-1.5 text-sm font-semibold hover:bg-line"
        >
          {t('trip')}
        </Link>
      )}
    </li>
  )
}

function ListSkeleton() {
  return (
    <Loading className="space-y-4 p-4">
      <Skeleton className="h-10" />
      <Skeleton className="h-10" />
      <Skeleton className="h-10" />
    </Loading>
  )
}
