export { BulkAssign } from './assign/bulk-assign'
export { BookingAction } from './booking-action'
export { BookingPage } from './booking-page'
export { BookingPanel } from './booking-panel'
