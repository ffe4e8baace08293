export { DataTable } from './data-table'
export type {
  BulkAction,
  CellValue,
  Column,
  Cursor,
  Filter,
  LiveRows,
  Option,
  Page,
  Peek,
  RowAction,
  Sort,
  Source,
  TableDefinition,
  TableHost,
  TableQuery,
  View
} from './types'
