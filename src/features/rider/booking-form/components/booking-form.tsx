import { lazy, Suspense, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocation } from 'react-router-dom'
import { ErrorBanner } from '@/components/ui/error-state'
import { CarList, waitFor } from '@/entities/car'
import { missingSlot, SavedChips } from '@/entities/place'
import { useBookingCars, useBookingDraft, useBookingPlace } from '../hooks/use-booking-screen'
import { hasRoute } from '../model/draft'
import { CategorySwitch } from './category-switch'
import { ExtrasRow } from './extras-row'
import { RouteFields } from './route-fields'
import { WhenButton } from './when-button'

/** The panel for setting a place on the map; loaded when the person starts to do so. */
const PinPanel = lazy(() => import('./dialogs').then((part) => ({ default: part.PinPanel })))

/** The ride options; loaded with the route. */
const OptionChips = lazy(() => import('./options/option-chips').then((part) => ({ default: part.OptionChips })))

/** The note for a user whose session ended during booking; loaded only then. */
const AsideNote = lazy(() => import('./dialogs').then((part) => ({ default: part.AsideNote })))

/** Fills in the ride that the page's URL names; loaded only if the URL contains one. */
const LinkTaker = lazy(() => import('./link/link-taker').then((part) => ({ default: part.LinkTaker })))
const asksForRide = /[?&#](?:pickup|drop|again)=/

/** The headline of the form, which a visitor reads first: how soon a cab could arrive, if that is within 20 minutes. */
export function FormHeadline() {
  const { t } = useTranslation('booking')
  const { state } = useBookingDraft()
  const { car, nearby } = useBookingCars()
  const wait = car && state.draft.when === 'now' ? waitFor(nearby, car.id) : null
  const minutes = wait === null ? 0 : Math.max(1, Math.round(wait / 60))
  return (
    <div className="mb-4 space-y-1">
      <h1 className="text-2xl font-semibold">
        {minutes > 0 && minutes <= 20 ? t('headline_minutes', { count: minutes }) : t('headline')}
      </h1>
      <p className="text-sm text-muted">{t('subline')}</p>
    </div>
  )
}

/**
 * The booking form: places, time and car. While the person sets a place on the map, it shows the panel of the map's pin
 * instead.
 */
export function BookingForm({ full }: { full: boolean }) {
  const { t } = useTranslation('booking')
  const { state, userId, isAside, dispatch } = useBookingDraft()
  const rest = useFocusAfterSearch(state.search !== null)
  const { search, hash } = useLocation()
  const [isLinked] = useState(asksForRide.test(search + hash))
  if (state.pin) {
    return (
      <Suspense>
        <PinPanel pin={state.pin} />
      </Suspense>
    )
  }
  // On a phone, the map gets the space until a route is chosen: the list of cars is hidden, and the time is shown over the map.
  const showsCars = !full || hasRoute(state.draft)
  return (
    <div className="space-y-2.5">
      {isAside && !hasRoute(state.draft) && (
        <Suspense>
          <AsideNote />
        </Suspense>
      )}
      <RouteFields full={full} />
      {isLinked && (
        <Suspense>
          <LinkTaker />
        </Suspense>
      )}
      <div ref={rest}>
        {showsCars ? (
          <div inert={full && state.search !== null} className="space-y-2.5">
            {!full && <WhenRow />}
            <RideOptions />
            <Cars />
            <ExtrasRow />
          </div>
        ) : (
          <div className="space-y-3" inert={state.search !== null}>
            <WhenRow />
            <SavedChips
              label={t('search.saved')}
              userId={userId}
              onChoose={(place) => dispatch({ do: 'choose_place', slot: missingSlot(state.draft) ?? 'drop', place })}
            />
          </div>
        )}
      </div>
    </div>
  )
}

/** The row for the start time and the choice of ride or parcel. */
function WhenRow() {
  return (
    <div data-when="" className="flex items-center justify-between gap-2">
      <WhenButton />
      <CategorySwitch />
    </div>
  )
}

/** Buttons on one scrolling line: who travels, what the car has to carry, and a note for the driver. */
function RideOptions() {
  const { state } = useBookingDraft()
  const { isParcel } = useBookingCars()
  if (isParcel || !hasRoute(state.draft)) return null
  return (
    <Suspense fallback={<div className="h-12" />}>
      <OptionChips />
    </Suspense>
  )
}

/**
 * When the search for a place closes, moves the focus from its field to the next control. This also closes the phone's keyboard.
 * A focus that has already left the field, with Tab to "Swap" or by a press, stays where it is.
 */
function useFocusAfterSearch(isSearching: boolean) {
  const rest = useRef<HTMLDivElement>(null)
  const was = useRef(isSearching)
  useEffect(() => {
    const isInField = document.activeElement === document.body || document.activeElement?.matches('input')
    if (was.current && !isSearching && isInField) {
      const find = (selector: string) => rest.current?.querySelector<HTMLElement>(selector)
      const next = find('[role="radio"][aria-checked="true"]:not([data-when] *)') ?? find('button')
      next?.focus({ preventScroll: true })
    }
    was.current = isSearching
  }, [isSearching])
  return rest
}

function Cars() {
  const { dispatch } = useBookingDraft()
  const { settings } = useBookingPlace()
  const { offered, car, offerOf } = useBookingCars()
  if (offered.error && !offered.carTypes) return <ErrorBanner error={offered.error} onRetry={offered.retry} />
  return (
    <CarList
      carTypes={offered.carTypes}
      value={car?.id ?? null}
      onChange={(carTypeId) => dispatch({ do: 'choose_car', carTypeId })}
      horizontal={settings?.horizontal_view ?? false}
      offerOf={offerOf}
    />
  )
}
