export { NoticesPage } from './page'
