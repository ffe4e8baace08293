export { DriverEarningsPage } from './driver-earnings-page'
export { EarningsPage } from './page'
