export { ShiftCard } from './shift-card'
export { ShiftDialog } from './shift-dialog'
