export { CancelReasonsPage } from './page'
