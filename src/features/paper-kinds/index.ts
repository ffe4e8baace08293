export { PaperKindsPage } from './paper-kinds-page'
