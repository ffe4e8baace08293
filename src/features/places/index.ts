export { reverse } from './api/reverse'
export { PlaceField } from './components/place-field'
