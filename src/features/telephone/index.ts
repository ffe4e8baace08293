export const loadTelephone = async () => (await import('./components/telephone-page')).TelephonePage
