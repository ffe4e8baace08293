export { CarImage, drawnCars } from './car-image'
export { CarList, type CarOffer } from './car-list'
export { useCarrying } from './carrying'
export { catalogueFilter } from './catalogue-filter'
export { type CarType, type Choice, type NearbyCar, soonestOther, waitFor } from './model'
export { NearbyCars } from './nearby-cars'
export { NeededOfCar } from './needed'
export { NeedsFields } from './needs-fields'
export { preloadCarTypes, useCarTypes, useNearbyCars } from './queries'
export { useRequirementWords } from './requirement-words'
export {
  askedOf,
  asksNothing,
  isRequirements,
  nothingAsked,
  type Requirements,
  readRequirements
} from './requirements'
export { useFittingCars } from './use-fitting-cars'
