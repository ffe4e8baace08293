export { TripPage } from './components/trip-page'
