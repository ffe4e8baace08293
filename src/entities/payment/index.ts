export { payWithWallet, quotePayment } from './commands'
export { applyPromo } from './promo'
export { SettlementLines } from './settlement'
export { type Promo, usePromo } from './use-promo'
