export { DriverEarningsPage } from './components/driver-earnings-page'
export { EarningsPage } from './components/earnings-page'
