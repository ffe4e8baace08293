import { createContext, type ReactNode, useContext, useMemo } from 'react'
import { useRegion } from '@/components/map'
import { useSession } from '@/entities/person'
import type { Settings } from '@/entities/settings'
import { useDraft } from './use-draft'
import { useDraftFare } from './use-draft-fare'
import { useOrder } from './use-order'
import { usePrefill } from './use-prefill'

/** Returns what the booking screen shows and does, by subject. The form works before the settings have loaded. */
function useScreen(settings: Settings | undefined) {
  const session = useSession()
  const { data: region } = useRegion()
  const userId = session.user?.id ?? null
  const entered = useDraft({ status: session.status, userId })
  const { state, dispatch, isAside } = entered
  const home = useMemo(() => (region ? { lat: region.center[1], lng: region.center[0] } : null), [region])
  const center = state.draft.pickup ?? home
  usePrefill({ status: session.status, userId }, !state.begun, dispatch)
  const isPriced = session.status !== 'loading'
  const choice = useDraftFare({ draft: state.draft, settings, userId, isPriced, near: center })
  return {
    draft: useMemo(() => ({ state, dispatch, userId, isAside }), [state, dispatch, userId, isAside]),
    place: useMemo(() => ({ settings, home, center }), [settings, home, center]),
    cars: choice.cars,
    fare: choice.fare,
    ...useOrder({ session, entered, choice })
  }
}

type Screen = ReturnType<typeof useScreen>

const ScreenContext = createContext<Screen | null>(null)
// Apart, because cars and prices change by themselves: what shows only the draft need not render again then.
const DraftContext = createContext<Screen['draft'] | null>(null)
const PlaceContext = createContext<Screen['place'] | null>(null)
const ProblemContext = createContext<Screen['order']['problemKey']>(null)

/** Provides the booking screen's state to its components by context. */
export function BookingProvider({ settings, children }: { settings: Settings | undefined; children: ReactNode }) {
  return <BookingScope screen={useScreen(settings)}>{children}</BookingScope>
}

/** Provides the same context to components that are mounted outside the screen's own tree. */
export function BookingScope({ screen, children }: { screen: Screen; children: ReactNode }) {
  return (
    <ScreenContext value={screen}>
      <DraftContext value={screen.draft}>
        <PlaceContext value={screen.place}>
          <ProblemContext value={screen.order.problemKey}>{children}</ProblemContext>
        </PlaceContext>
      </DraftContext>
    </ScreenContext>
  )
}

function known<T>(part: T | null): T {
  if (!part) throw new Error('the booking screen has no BookingProvider above it')
  return part
}

export const useBookingScreen = (): Screen => known(useContext(ScreenContext))

/** The draft with the step that changes it, and whose it is. */
export const useBookingDraft = () => known(useContext(DraftContext))

/** The operator's settings, and the middle of the map. */
export const useBookingPlace = () => known(useContext(PlaceContext))

/** The offered cars, and the chosen one. */
export const useBookingCars = () => useBookingScreen().cars

/** The price of the chosen car, and how it is paid. */
export const useBookingFare = () => useBookingScreen().fare

/** The key of what prevents the booking; null if nothing does. */
export const useBookingProblem = () => useContext(ProblemContext)

/** Booking, and what prevents it. */
export const useBookingOrder = () => useBookingScreen().order

/** Booking several parcels, one after the other. */
export const useParcelOrder = () => useBookingScreen().parcels
