export { TripPage } from './page'
