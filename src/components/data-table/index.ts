export { DataTable } from './data-table'
export type { Column, Cursor, Filter, RowAction, Source, TableDefinition, TableQuery, View } from './types'
