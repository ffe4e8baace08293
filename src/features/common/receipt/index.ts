export { ReceiptPage } from './page'
