export { CancelReasonsPage } from './cancel-reasons-page'
