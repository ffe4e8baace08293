export { payWithWallet } from './commands'
export { SettlementLines } from './settlement'
export { applyPromo } from './promo'
export { type Promo, usePromo } from './use-promo'
