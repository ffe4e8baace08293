export const loadTelephone = async () => (await import('./page')).TelephonePage
