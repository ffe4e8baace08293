export { PayPage } from './pay-page'
export { StreetPage } from './street/street-page'
