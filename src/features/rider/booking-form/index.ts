export { BookingScreen, type SheetView } from './page'
