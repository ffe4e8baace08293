export { PlacesPage } from './places-page'
