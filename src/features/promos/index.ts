/** The two pages come apart: the list needs no form, and the form no table. */

export const loadPromos = async () => (await import('./promos-page')).PromosPage

export const loadPromo = async () => (await import('./promo-page')).PromoPage
