import { X } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { ErrorBanner } from '@/components/ui/error-state'
import { paths } from '@/config/paths'
import { CarList, nearbyOf } from '@/entities/car'
import { DropSign, PickupSign, PlaceField, StopSign } from '@/entities/place'
import type { LatLng, Place } from '@/lib/geo'
import type { BookingFlow } from '../hooks/use-booking-flow'
import type { PinControl } from '../hooks/use-pin'
import { MAX_STOPS, type Slot } from '../model'
import { BookBar } from './book-bar'
import { PinPanel } from './pin-panel'
import { WhenPicker } from './when-picker'

interface FormProps {
  flow: BookingFlow
  pin: PinControl
  onPick: (slot: Slot) => void
  /** A field is being typed in, and has got its place: on a phone the sheet makes room, and gives it back. */
  onTyping: () => void
  onChosen: () => void
}

export function FormHeadline({ flow }: { flow: BookingFlow }) {
  const { t } = useTranslation('booking')
  const near = flow.car && flow.draft.when === 'now' ? nearbyOf(flow.nearby, flow.car.id) : null
  const minutes = near ? Math.max(1, Math.round(near.seconds / 60)) : 0
  return (
    <div className="mb-5 space-y-1">
      <h1 className="text-2xl font-semibold">
        {near && minutes <= 20 ? t('headline_minutes', { count: minutes }) : t('headline')}
      </h1>
      <p className="text-sm text-muted">{t('subline')}</p>
    </div>
  )
}

export function BookingForm({ flow, pin, onPick, onTyping, onChosen }: FormProps) {
  const { t } = useTranslation('booking')
  const { draft } = flow
  if (pin.pin) {
    const { slot, place } = pin.pin
    const title = typeof slot === 'string' ? t(`pin.${slot}`) : t('pin.stop')
    return <PinPanel title={title} address={place?.add ?? null} busy={false} onUse={pin.use} onCancel={pin.cancel} />
  }
  return (
    <div className="space-y-3">
      <RouteFields flow={flow} onPick={onPick} onTyping={onTyping} onChosen={onChosen} />
      <WhenPicker draft={draft} change={flow.change} error={flow.whenProblem} />
      {flow.carsError && !flow.carTypes ? (
        <ErrorBanner error={flow.carsError} onRetry={flow.retryCars} />
      ) : (
        <CarList
          carTypes={flow.carTypes}
          nearby={flow.nearby}
          value={flow.car?.id ?? null}
          onChange={(carTypeId) => flow.change({ carTypeId })}
          later={draft.when === 'later'}
          horizontal={flow.settings.horizontal_view}
          priceOf={(id) =>
            draft.pickup && draft.drop
              ? { amount: flow.quotes?.[id]?.quote?.trip_cost ?? null, loading: flow.loading || !flow.quotes }
              : undefined
          }
        />
      )}
      {flow.hasExtras && <ExtrasRow flow={flow} />}
    </div>
  )
}

/** Pickup, the stops between, drop. */
function RouteFields({ flow, onPick, onTyping, onChosen }: Omit<FormProps, 'pin'>) {
  const { t } = useTranslation('booking')
  const { draft, setPlace, addStop, removeStop, region, userId } = flow
  const covers = ({ lat, lng }: LatLng) => {
    if (!region) return true
    const [west, south, east, north] = region.bbox
    return lng >= west && lng <= east && lat >= south && lat <= north
  }
  const set = (slot: Slot) => (place: Place | null) => {
    setPlace(slot, place)
    if (place) onChosen()
  }
  const shared = { covers, userId, onFocus: onTyping }
  // Most rides stay in one town: places near the other end come first.
  const near = (other: Place | null) => other ?? flow.center
  return (
    <div className="space-y-1.5">
      <PlaceField
        {...shared}
        label={t('pickup')}
        near={near(draft.drop)}
        sign={<PickupSign />}
        value={draft.pickup}
        onChange={set('pickup')}
        onPickOnMap={() => onPick('pickup')}
        invalid={flow.placesMissing && !draft.pickup}
      />
      {draft.stops.map((stop, index) => (
        <PlaceField
          // biome-ignore lint/suspicious/noArrayIndexKey: a stop is its place in the row
          key={index}
          {...shared}
          label={t('stop', { index: index + 1 })}
          near={near(draft.pickup ?? draft.drop)}
          sign={<StopSign index={index + 1} />}
          value={stop}
          onChange={set({ stop: index })}
          onPickOnMap={() => onPick({ stop: index })}
          action={
            <button
              type="button"
              aria-label={t('remove_stop', { index: index + 1 })}
              onClick={() => removeStop(index)}
              className="grid size-8 place-items-center rounded-control text-muted hover:bg-line hover:text-ink"
            >
              <X aria-hidden className="size-4" />
            </button>
          }
        />
      ))}
      <PlaceField
        {...shared}
        label={t('drop')}
        near={near(draft.pickup)}
        sign={<DropSign />}
        value={draft.drop}
        onChange={set('drop')}
        onPickOnMap={() => onPick('drop')}
        invalid={flow.placesMissing && !draft.drop}
        action={
          draft.stops.length < MAX_STOPS && (
            <button
              type="button"
              aria-label={t('add_stop_label')}
              onClick={addStop}
              className="h-8 rounded-control px-2 text-xs whitespace-nowrap text-muted hover:bg-line hover:text-ink"
            >
              {t('add_stop')}
            </button>
          )
        }
      />
    </div>
  )
}

/** The choices of the chosen car, in words, and the way to change them. */
function ExtrasRow({ flow }: { flow: BookingFlow }) {
  const { t } = useTranslation('booking')
  const { car, draft } = flow
  if (!car) return null
  const extras = draft.extras[car.id] ?? { parcel: 0, option: 0 }
  const words = [car.parcel_types[extras.parcel]?.description, car.options[extras.option]?.description]
  return (
    <div className="flex items-center justify-between gap-3 text-sm">
      <span className="truncate text-muted">{words.filter(Boolean).join(' · ')}</span>
      <button type="button" onClick={flow.askExtras} className="min-h-6 underline decoration-dotted underline-offset-4">
        {t('change_extras')}
      </button>
    </div>
  )
}

/** The action below the form; none while a pin is set. */
export function FormAction({ flow, pin }: { flow: BookingFlow; pin: PinControl }) {
  const { t } = useTranslation('booking')
  if (pin.pin) return null
  const mend = flow.problem === 'profile_incomplete' && (
    <Link
      to={`${paths.profile}?next=${encodeURIComponent(paths.home)}`}
      className="min-h-6 font-semibold underline underline-offset-4"
    >
      {t('complete_profile')}
    </Link>
  )
  return (
    <BookBar
      carName={flow.car?.name ?? null}
      quote={flow.quote}
      promo={flow.promo}
      busy={flow.busy}
      refreshed={flow.refreshed}
      problem={flow.whenProblem ? null : flow.problem}
      mend={mend}
      onBook={flow.press}
    />
  )
}
