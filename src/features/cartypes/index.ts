/** Two entry points: the list loads without the form, and the form without the table. */

export const loadCarTypes = async () => (await import('./table/car-types-page')).CarTypesPage

export const loadCarType = async () => (await import('./components/car-type-page')).CarTypePage
