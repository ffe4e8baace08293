import { isSameSlot, placeAt, type Slot, useCovers } from '@/entities/place'
import type { Place } from '@/lib/geo/geo'
import { useBookingDraft, useBookingPlace, useBookingProblem } from './use-booking-screen'

/** Returns `fieldOf`, which gives the state and actions of a place field, and `pickOnMap`, which sets a place on the map. */
export function usePlaceFields() {
  const { state, dispatch, userId } = useBookingDraft()
  const { center, home } = useBookingPlace()
  const problemKey = useBookingProblem()
  const { draft, search } = state
  const covers = useCovers()
  const pickOnMap = (slot: Slot) => {
    const at = placeAt(draft, slot) ?? draft.pickup ?? draft.drop ?? home
    if (at) dispatch({ do: 'set_pin', slot, at: { lat: at.lat, lng: at.lng } })
  }
  const fieldOf = (slot: Slot) => {
    const other = slot === 'pickup' ? draft.drop : (draft.pickup ?? draft.drop)
    return {
      covers,
      userId,
      // Most rides stay in one town, so search results near the other end of the ride are listed first.
      near: other ?? center,
      from: other,
      value: placeAt(draft, slot),
      isSearched: isSameSlot(search, slot),
      onFocus: () => {
        if (!isSameSlot(search, slot)) dispatch({ do: 'search', slot })
      },
      onChange: (place: Place | null) => dispatch({ do: 'choose_place', slot, place }),
      onPickOnMap: () => pickOnMap(slot),
      invalid:
        !placeAt(draft, slot) &&
        (JSON.stringify(slot) in state.unfit || (problemKey === 'select_proper' && typeof slot === 'string'))
    }
  }
  return { fieldOf, pickOnMap }
}
