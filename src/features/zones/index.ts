export { ZonesPage } from './components/zones-page'
