export { PlacesPage } from './page'
