export { PlaceField } from './place-field'
export { placeHere } from './place-here'
export { DropSign, PickupSign, StopSign } from './place-sign'
export { nameBeside } from './point-name'
export { addressAt, type SavedPlace, usePlaceName } from './queries'
export { RouteEnds } from './route-ends'
export { SavedChips } from './saved-chips'
export {
  isSameSlot,
  knownStops,
  MAX_STOPS,
  missingSlot,
  placeAt,
  pointsOf,
  type Slot,
  type Way,
  wayShape,
  withPlace
} from './way'
export { WayMarkers } from './way-markers'
