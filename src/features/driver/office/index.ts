export { DriverOfficePage } from './page'
