export { BreakDue } from './components/break-note'
export { DriverTripsPage } from './page'
