/** Loads the pages of car types. The list and the form are loaded separately, so that each page loads only its own code. */

export const loadCarTypes = async () => (await import('./page')).CarTypesPage

export const loadCarType = async () => (await import('./car-type-page')).CarTypePage
