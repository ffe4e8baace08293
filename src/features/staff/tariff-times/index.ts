export const loadTariffTimes = async () => (await import('./page')).TariffTimesPage
