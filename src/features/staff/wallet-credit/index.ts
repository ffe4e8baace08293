export { AddToWalletPage } from './page'
