/** The types of a table: `TableDefinition` describes the table of a screen; the other types are its parts. */
export type { BulkAction, BulkDialogAction, NewRow, RowAction } from './actions'
export type { CellEditor, CellValue, Column, ColumnKind, Option } from './column'
export type { PrintOptions, TableDefinition, TableHost } from './definition'
export type { OrderContext, OrderOfRows, RowOrder } from './order'
export type { Cursor, Filter, FilterValues, Page, Sort, Source, TableQuery, View } from './query'
export type { LiveRows, Tree } from './rows'
