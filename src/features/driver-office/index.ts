export { DriverOfficePage } from './office-page'
