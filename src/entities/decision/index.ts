export { isOpen, useDecisions } from './api'
export { DecisionList } from './decision-list'
export { ReverseDialog } from './reverse-dialog'
