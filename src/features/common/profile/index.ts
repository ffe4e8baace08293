export { ProfilePage } from './page'
