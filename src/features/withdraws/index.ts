export { WithdrawsPage } from './withdraws-page'
