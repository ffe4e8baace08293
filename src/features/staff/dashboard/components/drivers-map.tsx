import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { type CarTone, DriverDots, DriverLayer, HeatLayer, MapView, useRegion } from '@/components/map'
import type { DutyDriver } from '@/entities/person'
import { cornersOf } from '@/lib/geo/geo'
import { type DemandCell, deskZoom, heatOf, onMap } from '../model'

interface DriversMapProps {
  drivers: readonly DutyDriver[]
  /** The demand by place; null while the heat map is off. */
  cells: readonly DemandCell[] | null
  chosen: string | null
  onChoose: (id: string) => void
}

/** The map of the drivers on duty, updated live, with the heat map of the demand if `cells` is not null. */
export function DriversMap({ drivers, cells, chosen, onChoose }: DriversMapProps) {
  const { t } = useTranslation('dashboard')
  const { data: region } = useRegion()
  const cars = useMemo(() => drivers.map(onMap), [drivers])
  const heat = useMemo(() => cells && heatOf(cells), [cells])
  const followed = chosen ? drivers.find(({ driver_id }) => driver_id === chosen) : undefined
  const clusterLabel = ({ free, busy, silent }: Record<CarTone, number>) =>
    t('cluster', {
      count: free + busy + silent,
      free: t('count.free', { count: free }),
      busy: t('count.busy', { count: busy }),
      silent: t('count.silent', { count: silent })
    })
  return (
    <MapView
      label={t('map')}
      listElsewhere={t('map_list')}
      className="h-(--map-height)"
      nearest={region && deskZoom(region.bbox)}
      fit={followed ? [followed] : region && cornersOf(region.bbox)}
      fitKey={followed?.driver_id ?? 'region'}
      followKey={followed && `${followed.lat} ${followed.lng}`}
      pageScrolls
      controls
    >
      {heat ? (
        <>
          <HeatLayer cells={heat} />
          <DriverDots drivers={cars} />
        </>
      ) : (
        <DriverLayer drivers={cars} chosen={chosen} onChoose={onChoose} clusterLabel={clusterLabel} />
      )}
    </MapView>
  )
}
