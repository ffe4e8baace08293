import type { Directions } from '@contract/routes'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useNavigate } from 'react-router-dom'
import { useSWRConfig } from 'swr'
import { useRegion } from '@/components/map'
import { Alert } from '@/components/ui/alert'
import { Button } from '@/components/ui/button'
import { Skeleton } from '@/components/ui/skeleton'
import { paths } from '@/config/paths'
import { DropSign, PickupSign, PlaceField, useCovers } from '@/entities/place'
import { latLngText, type Place, pointsOfPolyline } from '@/lib/geo/geo'
import { invoke } from '@/lib/server/api'
import { useCommand } from '@/lib/server/use-command'
import { useErrorText } from '@/lib/server/use-error-text'
import { type Rehearsed, rehearseRide } from '../commands'
import type { MapFacts } from '../model/map-facts'
import { proposeRoutes } from '../model/own-routes'
import { fewPoints } from '../model/rehearsal'
import type { StepProps } from '../model/steps'
import { setupKey, useMapFacts } from '../queries'
import { RideReplay } from './ride-replay'

interface Driven {
  polyline: string
  ride: Rehearsed
}

/** The first ride: a driver made up for it drives it by the rules of the firm, and nothing of it stays. */
export function RideStep({ setup, settings }: StepProps) {
  const { t } = useTranslation('setup')
  const facts = useMapFacts()
  const { data: region } = useRegion()
  if (facts === undefined || !region) return <Skeleton className="h-64 rounded-card" />
  return (
    <>
      {settings.app_category !== 'delivery' && (
        <TestRide facts={facts} center={region.center} name={region.name} isDone={setup.first_ride === true} />
      )}
      <div className="space-y-3">
        <h3 className="font-semibold">{t('first_ride.own')}</h3>
        <ol className="list-decimal space-y-2 ps-5 text-sm">
          {(['drive', settings.telephone_orders ? 'book' : 'book_app', 'pay'] as const).map((part) => (
            <li key={part}>{t(`first_ride.${part}`)}</li>
          ))}
        </ol>
        {settings.telephone_orders && (
          <Button asChild variant="outline">
            <Link to={paths.addBooking}>{t('first_ride.open')}</Link>
          </Button>
        )}
      </div>
    </>
  )
}

interface TestRideProps {
  facts: MapFacts | null
  center: [lng: number, lat: number]
  name: string
  isDone: boolean
}

/** Some 700 m, for a map that names no places. */
const ROUND_THE_BLOCK = 0.006

function TestRide({ facts, center: [lng, lat], name, isDone }: TestRideProps) {
  const { t } = useTranslation('setup')
  const errorText = useErrorText()
  const navigate = useNavigate()
  const covers = useCovers()
  const { mutate } = useSWRConfig()
  const [proposed] = proposeRoutes(facts?.spots ?? [])
  const [from, setFrom] = useState<Place | null>(proposed?.from ?? { lat, lng, add: name })
  const [to, setTo] = useState<Place | null>(proposed?.to ?? { lat: lat + ROUND_THE_BLOCK, lng, add: name })
  const [driven, setDriven] = useState<Driven | null>(null)
  const command = useCommand(
    async () => {
      if (!from || !to) return
      // The step stays in view after it is done.
      navigate(`${paths.setup}?step=first_ride`, { replace: true })
      const route = await invoke<Directions>('routes/directions', { start: latLngText(from), dest: latLngText(to) })
      const { distance_in_km, time_in_secs, polylinePoints: polyline } = route
      const points = fewPoints(pointsOfPolyline(polyline))
      const ride = await rehearseRide({ pickup: from, drop: to, points, distance_in_km, time_in_secs, polyline })
      setDriven({ polyline, ride })
    },
    { asks: 'form' }
  )
  const goOn = async () => {
    await mutate(setupKey)
    navigate(paths.setup)
  }
  if (driven) {
    return (
      <div className="space-y-4">
        <RideReplay {...driven} />
        <Button variant="accent" size="lg" onClick={() => void goOn()}>
          {t('first_ride.on')}
        </Button>
      </div>
    )
  }
  return (
    <div className="space-y-4">
      <p className="text-sm text-pretty">{t('first_ride.test')}</p>
      <div className="rounded-card border border-line bg-card">
        <PlaceField
          label={t('first_ride.from')}
          sign={<PickupSign />}
          value={from}
          onChange={setFrom}
          near={{ lat, lng }}
          covers={covers}
          userId={null}
        />
        <PlaceField
          label={t('first_ride.to')}
          sign={<DropSign />}
          value={to}
          onChange={setTo}
          near={{ lat, lng }}
          covers={covers}
          userId={null}
        />
      </div>
      {command.error && <Alert tone="bad">{errorText(command.error)}</Alert>}
      <Button
        variant={isDone ? 'outline' : 'accent'}
        size="lg"
        busy={command.busy}
        disabled={!from || !to}
        onClick={() => void command.run()}
      >
        {t(isDone ? 'first_ride.again' : 'first_ride.go')}
      </Button>
    </div>
  )
}
