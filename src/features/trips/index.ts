export { SharedTripPage } from './components/sharing/shared-trip-page'
export { TripPage } from './components/trip-page'
export { startSending } from './steps-store'
