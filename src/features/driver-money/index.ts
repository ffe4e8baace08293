export { DriverMoneyPage } from './money-page'
