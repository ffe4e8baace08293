export { CarList } from './car-list'
export { type CarType, type Choice, nearbyOf } from './model'
export { useCarTypes, useNearbyCars } from './queries'
