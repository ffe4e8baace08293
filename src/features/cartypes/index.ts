/** The two pages come apart: the list needs no form, and the form no table. */

export const loadCarTypes = async () => (await import('./table/car-types-page')).CarTypesPage

export const loadCarType = async () => (await import('./components/car-type-page')).CarTypePage
