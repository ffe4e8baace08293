export { PayPage } from './page'
export { StreetPage } from './street-page'
