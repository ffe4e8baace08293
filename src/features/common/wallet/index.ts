export { BankSection } from './components/bank-section'
export { WalletPage } from './page'
export { useBank } from './queries'
