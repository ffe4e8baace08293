export { BookingsPage } from './components/bookings-page'
