export { MoneyPage } from './page'
