export { getWalletHistory, WALLET_PAGE, type WalletEntry } from './api'
export { BankDetails } from './bank-details'
export { CreditForm } from './credit-form'
export { PayoutWait } from './payout-wait'
