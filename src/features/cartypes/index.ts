export { CarTypePage } from './components/car-type-page'
export { CarTypesPage } from './components/car-types-page'
