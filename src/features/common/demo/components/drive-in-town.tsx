import { useSyncExternalStore } from 'react'
import { useTranslation } from 'react-i18next'
import useSWRImmutable from 'swr/immutable'
import { Alert } from '@/components/ui/alert'
import { Button } from '@/components/ui/button'
import type { LatLng } from '@/lib/geo/geo'
import { currentCar, driveFrom, leaveCar, subscribeCar } from '../model/drive/device'
import { words } from '../model/texts'

interface Town extends LatLng {
  name: string
}

async function fetchTown(language: string): Promise<Town | null> {
  const response = await fetch(`/demo/town?language=${language}`)
  return response.ok ? response.json() : null
}

interface DriveInTownProps {
  /** True if the driver's real position cannot be used. */
  isNeeded: boolean
  /** Called after the driver has been moved. */
  onMoved: () => void
}

/**
 * Offers to use a simulated car in the region's town, for a driver whose real position is elsewhere. The car drives by itself.
 */
export function DriveInTown({ isNeeded, onMoved }: DriveInTownProps) {
  const { t, i18n } = useTranslation(words)
  const isDriving = useSyncExternalStore(subscribeCar, currentCar) !== null
  const { data: town } = useSWRImmutable(['demo-town', i18n.language], ([, language]) => fetchTown(language))
  if (!town) return null
  if (isDriving) {
    return (
      <Alert
        action={
          <Button variant="link" onClick={leaveCar}>
            {t('drive.leave')}
          </Button>
        }
      >
        {t('drive.active', { town: town.name })}
      </Alert>
    )
  }
  if (!isNeeded) return null
  const start = () => {
    driveFrom(town)
    onMoved()
  }
  return (
    <div className="space-y-2">
      <Button variant="ink" size="lg" className="w-full" onClick={start}>
        {t('drive.start', { town: town.name })}
      </Button>
      <p className="text-sm text-pretty text-muted">{t('drive.hint')}</p>
    </div>
  )
}
