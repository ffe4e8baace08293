import { type ComponentType, lazy, Suspense } from 'react'
import { loadAgain } from '@/lib/load-again'

/** Parts of a table that load with the first press. */

const Export = lazy(async () => ({
  default: (await loadAgain(() => import('./export/export-dialog'))).ExportDialog
}))
const Peek = lazy(async () => ({ default: (await loadAgain(() => import('./peek-panel'))).PeekPanel }))
const Bulk = lazy(async () => ({ default: (await loadAgain(() => import('./bulk/bulk-dialog'))).BulkDialog }))

type ExportProps<Row> = Parameters<typeof import('./export/export-dialog').ExportDialog<Row>>[0]
type PeekProps<Row> = Parameters<typeof import('./peek-panel').PeekPanel<Row>>[0]
type BulkProps<Row> = Parameters<typeof import('./bulk/bulk-dialog').BulkDialog<Row>>[0]

export function ExportDialog<Row>(props: ExportProps<Row>) {
  // A lazy component forgets its type parameter.
  const Dialog = Export as unknown as ComponentType<ExportProps<Row>>
  return (
    <Suspense fallback={null}>
      <Dialog {...props} />
    </Suspense>
  )
}

export function PeekPanel<Row>(props: PeekProps<Row>) {
  const Panel = Peek as unknown as ComponentType<PeekProps<Row>>
  if (!props.model.peek?.id) return null
  return (
    <Suspense fallback={null}>
      <Panel {...props} />
    </Suspense>
  )
}

export function BulkDialog<Row>(props: BulkProps<Row>) {
  const Dialog = Bulk as unknown as ComponentType<BulkProps<Row>>
  return (
    <Suspense fallback={null}>
      <Dialog {...props} />
    </Suspense>
  )
}
