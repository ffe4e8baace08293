import { lazy } from 'react'
import { loadAgain } from '@/lib/load-again'
import { drawLate } from './draw-late'

/** The dialogs of a table, which load when they are first opened. */

const Export = lazy(async () => ({
  default: (await loadAgain(() => import('./export/export-dialog'))).ExportDialog
}))
const Bulk = lazy(async () => ({ default: (await loadAgain(() => import('./bulk/bulk-dialog'))).BulkDialog }))

type ExportProps<Row> = Parameters<typeof import('./export/export-dialog').ExportDialog<Row>>[0]
type BulkProps<Row> = Parameters<typeof import('./bulk/bulk-dialog').BulkDialog<Row>>[0]

export const ExportDialog = <Row,>(props: ExportProps<Row>) => drawLate(Export, props)

export const BulkDialog = <Row,>(props: BulkProps<Row>) => drawLate(Bulk, props)
