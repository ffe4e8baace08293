/** The list and the form are loaded separately: the list does not need the form, and the form does not need the table. */

export const loadPromos = async () => (await import('./page')).PromosPage

export const loadPromo = async () => (await import('./promo-page')).PromoPage
