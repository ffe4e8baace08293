import { type ComponentType, lazy, type ReactNode, Suspense, useEffect, useRef } from 'react'
import { loadAgain } from '@/lib/load-again'

/** Parts of a table that few tables have, and dialogs that load with the first press. */

const Export = lazy(async () => ({
  default: (await loadAgain(() => import('./export/export-dialog'))).ExportDialog
}))
const Bulk = lazy(async () => ({ default: (await loadAgain(() => import('./bulk/bulk-dialog'))).BulkDialog }))

const Panel = lazy(async () => ({ default: (await loadAgain(() => import('./peek-panel'))).PeekPanel }))
const loadFilters = () => loadAgain(() => import('./filter-editors'))
const Filters = lazy(async () => ({ default: (await loadFilters()).FilterEditor }))
const Line = lazy(async () => ({ default: (await loadAgain(() => import('./new-row-line'))).NewRowLine }))

type ExportProps<Row> = Parameters<typeof import('./export/export-dialog').ExportDialog<Row>>[0]
type LineProps<Row> = Parameters<typeof import('./new-row-line').NewRowLine<Row>>[0]
type PanelProps<Row> = Parameters<typeof import('./peek-panel').PeekPanel<Row>>[0]
type BulkProps<Row> = Parameters<typeof import('./bulk/bulk-dialog').BulkDialog<Row>>[0]

type FilterProps = Parameters<typeof import('./filter-editors').FilterEditor>[0]

export function ExportDialog<Row>(props: ExportProps<Row>) {
  // A lazy component forgets its type parameter.
  const Dialog = Export as unknown as ComponentType<ExportProps<Row>>
  return (
    <Suspense fallback={null}>
      <Dialog {...props} />
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

export function PeekPanel<Row>(props: PanelProps<Row>) {
  const Part = Panel as unknown as ComponentType<PanelProps<Row>>
  return props.model.peek?.id == null ? null : (
    <Suspense fallback={null}>
      <Part {...props} />
    </Suspense>
  )
}

export function NewRowLine<Row>(props: LineProps<Row>) {
  const Part = Line as unknown as ComponentType<LineProps<Row>>
  return (
    <Suspense fallback={<div className="h-[5.5625rem] shrink-0 border-b border-line bg-card" />}>
      <Part {...props} />
    </Suspense>
  )
}

/** Begins to load what {@link FilterEditor} shows. */
export const preloadFilters = (): void => void loadFilters().catch(() => {})

export function FilterEditor(props: FilterProps) {
  return (
    <Suspense fallback={<div className="h-9" />}>
      <Focused>
        <Filters {...props} />
      </Focused>
    </Suspense>
  )
}

/** Takes the focus that its popover has held for it. */
function Focused({ children }: { children: ReactNode }) {
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const held = document.activeElement
    if (held?.contains(box.current)) box.current?.querySelector<HTMLElement>('input, button, select')?.focus()
  }, [])
  return <div ref={box}>{children}</div>
}
