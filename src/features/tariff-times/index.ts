export const loadTariffTimes = async () => (await import('./times-page')).TariffTimesPage
