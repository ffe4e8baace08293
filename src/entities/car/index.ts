export { CarImage, drawnCars } from './car-image'
export { CarList, type CarOffer } from './car-list'
export { type CarType, type Choice, type NearbyCar, soonestOther, waitFor } from './model'
export { useCarTypes, useNearbyCars } from './queries'
