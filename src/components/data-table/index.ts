export { DataTable } from './data-table'
export { createLitRows, type LitRows } from './lit-rows'
export { pageOf } from './next-page'
export { RowCard } from './row-card'
export type {
  BulkAction,
  BulkDialogAction,
  CellEditor,
  Column,
  Filter,
  RowAction,
  Source,
  TableDefinition,
  TableQuery,
  View
} from './types'
