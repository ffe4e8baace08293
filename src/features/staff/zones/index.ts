export { ZonesPage } from './page'
