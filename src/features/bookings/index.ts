export { loadBookings } from './components/bookings-page'
