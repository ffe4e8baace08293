export { DriverTripsPage } from './trips-page'
