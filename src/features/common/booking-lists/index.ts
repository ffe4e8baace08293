export { loadBookings } from './page'
