export { DriverCarPage } from './car-page'
