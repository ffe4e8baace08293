export { TextChoicesPage } from './page'
