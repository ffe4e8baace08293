/** Loads the page that imports files. */
export const loadImport = async () => (await import('./page')).ImportPage
