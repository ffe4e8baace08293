export { DriverCarPage } from './page'
