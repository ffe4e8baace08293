export { DataTable } from './data-table'
export { pageOf } from './next-page'
export { RowCard } from './row-card'
export type { CellEditor, Column, Filter, RowAction, Source, TableDefinition, TableQuery, View } from './types'
