export { submitDocument } from './commands'
export { PaperCard } from './paper-card'
export { PaperDialog } from './paper-dialog'
export { PaperForm } from './paper-form'
export {
  type DriverDocument,
  type HandedIn,
  isNeededNow,
  isWanted,
  type KnownPaper,
  type Paper,
  type PaperKind,
  paperName,
  papersOf
} from './papers'
export { usePaperKinds } from './queries'
