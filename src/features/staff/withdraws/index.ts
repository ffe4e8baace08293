export { WithdrawsPage } from './page'
