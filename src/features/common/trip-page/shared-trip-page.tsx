import { Unlink } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { MapView } from '@/components/map'
import { MapPanel } from '@/components/map/map-panel'
import { Button } from '@/components/ui/button'
import { EmptyState } from '@/components/ui/empty-state'
import { ErrorBanner, ErrorState } from '@/components/ui/error-state'
import { Skeleton } from '@/components/ui/skeleton'
import { paths } from '@/config/paths'
import { type GoneKey, useSharedTrip } from '@/entities/booking'
import { useOfferWords } from '@/entities/settings'
import { SharedMap } from './components/sharing/shared-map'
import { SharedPanel } from './components/sharing/shared-panel'

/** The page of a shared trip, for people without an account: where the car is and when it arrives. */
export function SharedTripPage({ token }: { token: string }) {
  const { data: link, error, mutate } = useSharedTrip(token)
  const reload = () => void mutate()
  if (!link)
    return (
      <Frame isHeld={!error}>{error ? <ErrorState heading="h1" error={error} onRetry={reload} /> : <Loading />}</Frame>
    )
  if ('gone' in link) {
    return (
      <Frame>
        <Gone why={link.gone} />
      </Frame>
    )
  }
  return (
    <Frame map={(padding, controls) => <SharedMap trip={link.trip} padding={padding} controls={controls} />}>
      {error && <ErrorBanner error={error} onRetry={reload} className="mb-4" />}
      <SharedPanel trip={link.trip} />
    </Frame>
  )
}

interface FrameProps {
  map?: Parameters<typeof MapPanel>[0]['map']
  isHeld?: boolean
  children: ReactNode
}

function Frame({ map, isHeld = false, children }: FrameProps) {
  const { t } = useTranslation('ride')
  const plain: FrameProps['map'] = (padding, controls) => (
    <MapView label={t('map.label')} padding={padding} controls={controls} isWaiting isHeld={isHeld} />
  )
  return (
    <MapPanel label={t('panel')} map={map ?? plain}>
      {children}
    </MapPanel>
  )
}

function Loading() {
  const { t } = useTranslation('ride')
  return (
    <div role="status" className="space-y-4">
      <span className="sr-only">{t('loading')}</span>
      <Skeleton className="h-7 w-2/3" />
      <Skeleton className="h-4 w-1/2" />
      <Skeleton className="h-20 rounded-card" />
    </div>
  )
}

/** Says why the link shows no trip, and what to do. */
function Gone({ why }: { why: GoneKey }) {
  const { t } = useTranslation('ride')
  const offer = useOfferWords()
  return (
    <EmptyState
      heading="h1"
      icon={Unlink}
      title={t(`shared.gone.${why}.title`)}
      action={
        <Button asChild>
          <a href={paths.home}>{t('shared.book', offer)}</a>
        </Button>
      }
    >
      {t(`shared.gone.${why}.text`)}
    </EmptyState>
  )
}
