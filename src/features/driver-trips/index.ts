export { BreakDue } from './break-note'
export { DriverTripsPage } from './trips-page'
