export { Photo } from './components/photo'
export { ProfilePage } from './page'
