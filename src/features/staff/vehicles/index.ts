export { VehiclesPage } from './page'
