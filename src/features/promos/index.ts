export { PromoPage } from './promo-page'
export { PromosPage } from './promos-page'
