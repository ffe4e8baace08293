import { lazy, type ReactNode, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { Alert } from '@/components/ui/alert'
import { Badge } from '@/components/ui/badge'
import { NeededOfCar } from '@/entities/car'
import { useFormat, useSettings } from '@/entities/settings'
import { useErrorText } from '@/lib/server/use-error-text'
import { useDeskMessages } from '../hooks/use-desk-messages'
import type { Duty } from '../hooks/use-duty'
import { COARSE_M } from '../model/location'
import type { CurrentTrip } from '../model/rows'
import type { Fix, LocationProblem } from '../model/state'
import { useOwnCar } from '../queries'
import { CurrentTripCard } from './current-trip-card'
import { DayBlock } from './day-block'
import { SilentNote } from './silent-note'

const StreetStart = lazy(() => import('./street/street-start').then((part) => ({ default: part.StreetStart })))

const DemandBlock = lazy(() => import('./demand/demand-block').then((part) => ({ default: part.DemandBlock })))

const ShiftCard = lazy(() => import('./shift').then((part) => ({ default: part.ShiftCard })))

/**
 * Loads the notes together with two sets of texts. The notes' titles are in the set `later` (namespace `notices`). The link to
 * the driver's documents is in the set `drive` (namespace `driver_pages`).
 */
const OfficeNotes = lazy(() => import('./office-notes').then((part) => ({ default: part.OfficeNotes })))

const ClaimCard = lazy(() => import('./claim-question').then((part) => ({ default: part.ClaimCard })))

const LastRide = lazy(() => import('./next').then((part) => ({ default: part.LastRide })))

interface DutyPanelProps {
  duty: Duty
  /** True if a shift is open. The panel then shows the shift's car and the button that ends the shift. */
  hasShift: boolean
  trips: CurrentTrip[]
  problem: LocationProblem | null
  /** The car's position; null while it is unknown. */
  fix: Fix | null
  /** Help for a driver whose real position cannot be used. */
  elsewhere: ReactNode
  /** The note that the driver's break is due. */
  rest: ReactNode
  /** The emergency button. */
  safety: ReactNode
}

const PushAsk = lazy(() => import('@/entities/push').then((part) => ({ default: part.PushAsk })))

/** Shows whether the driver is on duty, what prevents it, and the current trips. */
export function DutyPanel({ duty, hasShift, trips, problem, fix, elsewhere, rest, safety }: DutyPanelProps) {
  const { t } = useTranslation('driver')
  const errorText = useErrorText()
  const make = [duty.driver?.vehicle_make, duty.driver?.vehicle_model].filter(Boolean).join(' ')
  const facts = [make, duty.driver?.vehicle_number].filter(Boolean).join(' · ')
  const { distance } = useFormat()
  const { settings } = useSettings()
  const car = useOwnCar(duty.driver?.id)
  const takesHails =
    duty.isOnline &&
    trips.length === 0 &&
    settings?.street_trips &&
    settings.app_category !== 'delivery' &&
    car?.category === 'taxi'
  const { name: region, reachKm } = duty.area
  const state = duty.isOnline ? 'online' : 'offline'
  const shown = trips.length > 0 ? 'on_trip' : duty.isOnline && problem ? 'unseen' : state
  return (
    <div className="space-y-4">
      <header className="space-y-1">
        <div className="flex items-start justify-between gap-3">
          <h1 className="text-xl font-semibold">{t(shown === 'on_trip' ? 'duty.on_trip' : `duty.${shown}_title`)}</h1>
          <Badge dot tone={shown === 'unseen' ? 'warn' : duty.isOnline ? 'ok' : 'neutral'} className="mt-0.5">
            {t(`duty.${state}`)}
          </Badge>
        </div>
        <p className="text-sm text-pretty text-muted">{t(`duty.${shown}_text`)}</p>
      </header>
      {duty.driver && <ClaimQuestions driverId={duty.driver.id} />}
      {duty.driver && (
        <Suspense>
          <OfficeNotes driverId={duty.driver.id} />
        </Suspense>
      )}
      {duty.driver?.car_type_id === null && (
        <Alert tone="warn">
          <strong className="block font-semibold">{t('duty.no_class_title')}</strong>
          {t('duty.no_class')}
        </Alert>
      )}
      {problem && (
        <Alert tone="bad">
          <strong className="block font-semibold">{t(`location.${problem}_title`)}</strong>
          {t(`location.${problem}`, { region, distance: distance(reachKm), coarse: distance(COARSE_M / 1000) })}
        </Alert>
      )}
      {duty.isOnline && <SilentNote />}
      {duty.isOnline && rest}
      {duty.isOnline && duty.driver && (
        <Suspense>
          <PushAsk userId={duty.driver.id} about="offers" />
        </Suspense>
      )}
      {elsewhere}
      {duty.failure ? <Alert tone="bad">{errorText(duty.failure)}</Alert> : null}
      {takesHails && duty.driver && (
        <Suspense>
          <StreetStart driverId={duty.driver.id} />
        </Suspense>
      )}
      {trips.map((trip) => (
        <CurrentTripCard key={trip.id} trip={trip} />
      ))}
      {duty.driver && (
        <Suspense>
          <LastRide driverId={duty.driver.id} isOnTrip={trips.some(({ engaged_at }) => engaged_at !== null)} />
        </Suspense>
      )}
      {duty.driver && <DayBlock driverId={duty.driver.id} />}
      {duty.isOnline && trips.length === 0 && (
        <Suspense>
          <DemandBlock at={fix} />
        </Suspense>
      )}
      {hasShift && duty.driver && (
        <Suspense>
          <ShiftCard
            driverId={duty.driver.id}
            isOnTrip={trips.some(({ engaged_at, status }) => engaged_at !== null && status !== 'PENDING')}
          />
        </Suspense>
      )}
      {facts && <p className="text-sm text-muted">{facts}</p>}
      {/* As registered by the desk. A driver who finds a mistake can ask the desk to correct it. */}
      {car && <NeededOfCar requirements={car.carries} of="carries" />}
      {safety}
    </div>
  )
}

/** The questions whether the driver will come to a claimed ride. */
function ClaimQuestions({ driverId }: { driverId: string }) {
  const { messages, reload } = useDeskMessages(driverId)
  const questions = messages.filter(({ key }) => key === 'claim_check')
  if (questions.length === 0) return null
  return (
    <Suspense>
      {questions.map((question) => (
        <ClaimCard key={question.id} question={question} driverId={driverId} onAnswered={reload} />
      ))}
    </Suspense>
  )
}
