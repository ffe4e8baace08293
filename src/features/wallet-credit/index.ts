export { AddToWalletPage } from './add-to-wallet-page'
