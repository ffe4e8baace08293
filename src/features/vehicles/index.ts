export { VehiclesPage } from './vehicles-page'
