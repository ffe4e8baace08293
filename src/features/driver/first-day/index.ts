export { FirstDayLead } from './components/lead'
export { FirstDayPage } from './page'
export { firstDayKey } from './queries'
