export { useCarTypes } from './api/get-car-types'
export { useNearbyCars } from './api/nearby-drivers'
export { CarList } from './components/car-list'
export { nearbyOf } from './model'
