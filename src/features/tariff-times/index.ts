export { TariffTimesPage } from './times-page'
