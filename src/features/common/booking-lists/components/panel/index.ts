export { BookingPage } from '../../booking-page'
export { BulkAssign } from './assign/bulk-assign'
export { BookingAction } from './booking-action'
export { BookingPanel } from './booking-panel'
