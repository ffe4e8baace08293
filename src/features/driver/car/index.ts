export { OwnPapers } from './components/own-papers'
export { DriverCarPage } from './page'
