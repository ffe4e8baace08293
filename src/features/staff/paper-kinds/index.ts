export { PaperKindsPage } from './page'
