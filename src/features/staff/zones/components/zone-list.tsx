import { ChevronRight, Hexagon, Plus } from 'lucide-react'
import type { RefObject } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '@/components/ui/button'
import { EmptyState } from '@/components/ui/empty-state'
import { ErrorState } from '@/components/ui/error-state'
import { Loading } from '@/components/ui/loading'
import { Skeleton } from '@/components/ui/skeleton'
import { TabLinks } from '@/components/ui/tabs'
import { paths } from '@/config/paths'
import { useZoneWords } from '../hooks/use-zone-words'
import type { Zone } from '../model'
import { ZoneBadge } from './zone-badge'

interface ZoneListProps {
  zones: readonly Zone[] | undefined
  error: unknown
  /** The list's heading, which takes the focus when a zone is closed. */
  heading: RefObject<HTMLHeadingElement | null>
  onRetry: () => void
  onChoose: (id: string) => void
  onNew: () => void
}

/** The list of all zones. For keyboard users and screen readers it replaces the map. */
export function ZoneList({ zones, error, heading, onRetry, onChoose, onNew }: ZoneListProps) {
  const { t } = useTranslation('zones')
  return (
    <>
      <div className="flex items-center justify-between gap-4">
        <h1 ref={heading} tabIndex={-1} className="text-xl font-semibold">
          {t('title')}
        </h1>
        {zones && (
          <Button variant="accent" onClick={onNew}>
            <Plus aria-hidden />
            {t('new')}
          </Button>
        )}
      </div>
      <TabLinks
        className="px-0 md:px-0"
        label={t('tariff_times:pages')}
        items={[
          { id: 'zones', to: paths.zones, label: t('title') },
          { id: 'times', to: paths.tariffTimes, label: t('tariff_times:times') }
        ]}
      />
      <p className="mt-3 text-sm text-pretty text-muted">{t('intro')}</p>
      {!zones && error ? <ErrorState error={error} onRetry={onRetry} /> : null}
      {!zones && !error && <ListSkeleton />}
      {zones?.length === 0 && (
        <EmptyState icon={Hexagon} title={t('empty')}>
          {t('empty_hint')}
        </EmptyState>
      )}
      {zones && zones.length > 0 && (
        <ul aria-label={t('list')} className="-mx-3 mt-4">
          {zones.map((zone) => (
            <li key={zone.id}>
              <ZoneRow zone={zone} onChoose={() => onChoose(zone.id)} />
            </li>
          ))}
        </ul>
      )}
    </>
  )
}

function ZoneRow({ zone, onChoose }: { zone: Zone; onChoose: () => void }) {
  const { price, side } = useZoneWords()
  return (
    <button
      type="button"
      onClick={onChoose}
      className="flex w-full items-center gap-3 rounded-control px-3 py-2.5 text-start hover:bg-soft focus-visible:-outline-offset-2"
    >
      <span className="min-w-0 flex-1 space-y-1">
        <span className="flex items-center gap-2">
          <span dir="auto" className="truncate font-semibold">
            {zone.name}
          </span>
          <ZoneBadge zone={zone} />
        </span>
        <span className="block truncate text-sm text-muted">
          {[price(zone), side(zone)].filter(Boolean).join(' · ')}
        </span>
      </span>
      <ChevronRight aria-hidden className="size-4 shrink-0 text-muted rtl:rotate-180" />
    </button>
  )
}

function ListSkeleton() {
  return (
    <Loading className="mt-6 space-y-4">
      <Skeleton className="h-12" />
      <Skeleton className="h-12" />
      <Skeleton className="h-12" />
    </Loading>
  )
}
