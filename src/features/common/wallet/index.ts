export { WalletPage } from './page'
