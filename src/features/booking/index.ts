export { BookingScreen, type SheetView } from './components/booking-screen'
