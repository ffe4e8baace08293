import { Flame } from 'lucide-react'
import { type CSSProperties, useCallback, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { SWRResponse } from 'swr'
import { useRegion } from '@/components/map'
import { Button } from '@/components/ui/button'
import { ErrorBanner } from '@/components/ui/error-state'
import { Segmented } from '@/components/ui/segmented'
import { DASHBOARD_MAP_HEIGHT_PX } from '@/config/constants'
import type { DutyDriver } from '@/entities/person'
import { byAttention, countStates } from '../model'
import { useDemand } from '../queries'
import { DemandTable } from './demand-table'
import { DriverList } from './driver-list'
import { DriversMap } from './drivers-map'
import { StateDot } from './state-dot'

const HOURS = ['1', '3', '24'] as const

interface LiveDriversProps {
  drivers: SWRResponse<DutyDriver[]>
  /** Whether the heat map of requested rides is shown. */
  heat: boolean
  onHeat: (heat: boolean) => void
}

/**
 * Shows the drivers on duty on the map and in a list. If `heat` is true, it shows requested rides as a heat map and as a table.
 */
export function LiveDrivers({ drivers, heat, onHeat }: LiveDriversProps) {
  const { t } = useTranslation('dashboard')
  const { data: region } = useRegion()
  const [hours, setHours] = useState<(typeof HOURS)[number]>('3')
  const [chosen, setChosen] = useState<string | null>(null)
  const demand = useDemand(heat && region ? region.bbox : null, Number(hours))
  const listed = useMemo(() => drivers.data && byAttention(drivers.data), [drivers.data])
  const choose = useCallback((id: string) => setChosen((last) => (last === id ? null : id)), [])
  const error = drivers.error ?? demand.error

  return (
    <section aria-labelledby="drivers" className="space-y-3">
      <div className="flex min-h-11 flex-wrap items-center gap-x-4 gap-y-2">
        <h2 id="drivers" className="text-base font-semibold">
          {t('drivers')}
        </h2>
        {listed && <StateCounts drivers={listed} />}
        <span className="flex-1" />
        {heat && (
          <Segmented
            label={t('hours_label')}
            value={hours}
            onChange={setHours}
            options={HOURS.map((value) => ({ value, label: t('hours', { count: Number(value) }) }))}
          />
        )}
        <Button
          variant={heat ? 'ink' : 'outline'}
          aria-pressed={heat}
          onClick={() => {
            onHeat(!heat)
            setChosen(null)
          }}
        >
          <Flame aria-hidden />
          {t('heat')}
        </Button>
      </div>
      {error ? (
        <ErrorBanner error={error} onRetry={() => void Promise.all([drivers.mutate(), demand.mutate()])} />
      ) : null}
      <div
        style={{ '--map-height': `${DASHBOARD_MAP_HEIGHT_PX}px` } as CSSProperties}
        className="grid grid-cols-[minmax(0,1fr)] overflow-hidden rounded-card border border-line bg-card lg:grid-cols-[minmax(0,1fr)_minmax(20rem,26rem)]"
      >
        <DriversMap
          drivers={listed ?? []}
          cells={heat ? (demand.data ?? []) : null}
          chosen={chosen}
          onChoose={choose}
        />
        <div className="border-line max-lg:border-t lg:h-(--map-height) lg:border-s">
          {heat ? (
            <DemandTable cells={demand.data ?? (demand.error ? [] : undefined)} />
          ) : (
            <DriverList drivers={listed ?? (drivers.error ? [] : undefined)} chosen={chosen} onChoose={choose} />
          )}
        </div>
      </div>
    </section>
  )
}

function StateCounts({ drivers }: { drivers: readonly DutyDriver[] }) {
  const { t } = useTranslation('dashboard')
  const counts = countStates(drivers)
  return (
    <ul aria-label={t('states')} className="flex flex-wrap gap-x-4 gap-y-1 text-sm text-muted">
      {(['free', 'busy', 'silent'] as const).map((state) => (
        <li key={state} className="flex items-center gap-1.5">
          <StateDot state={state} />
          {t(`count.${state}`, { count: counts[state] })}
        </li>
      ))}
    </ul>
  )
}
