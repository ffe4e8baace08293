export { CancelReasonsPage } from './components/cancel-reasons-page'
