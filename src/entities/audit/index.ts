export { AuditTable } from './audit-table'
export { shownChanges, valueWord } from './field-words'
