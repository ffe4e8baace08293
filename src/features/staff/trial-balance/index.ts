export { TrialBalancePage } from './page'
