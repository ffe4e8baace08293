export { DriverMoneyPage } from './page'
