export { NoticesPage } from './notices-page'
