export { type Found, findRequested, foundBy } from './asked/find'
export { askedText, type RequestedPlace, readRequested } from './asked/read'
export { PlaceField } from './place-field'
export { placeHere } from './place-here'
export { DropSign, PickupSign, StopSign } from './place-sign'
export { nameBeside } from './point-name'
export type { SavedPlace } from './queries'
export { addressAt, usePlaceName } from './reverse'
export { RouteEnds } from './route-ends'
export { SaveDialog } from './saved/dialogs'
export { SavedChips } from './saved/saved-chips'
export { SavedList } from './saved/saved-list'
export { useCovers } from './use-covers'
export {
  isSameSlot,
  knownStops,
  MAX_STOPS,
  missingSlot,
  placeAt,
  placesOf,
  pointsOf,
  reordered,
  type Slot,
  slotAt,
  type Way,
  wayShape,
  withPlace
} from './way'
export { WayMarkers } from './way-markers'
