export { TripPage } from './components/trip-page'
export { startSending } from './steps-store'
