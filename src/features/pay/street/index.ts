export { StreetBillPage } from './street-bill-page'
