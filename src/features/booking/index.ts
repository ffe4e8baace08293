export { BookingScreen } from './components/booking-screen'
