/** Two entry points: the list loads without the form, and the form without the table. */

export const loadPromos = async () => (await import('./promos-page')).PromosPage

export const loadPromo = async () => (await import('./promo-page')).PromoPage
