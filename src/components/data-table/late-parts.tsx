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

/** Draws a part once it has come. A lazy component forgets its type parameter, so the props bring it. */
function drawLate<Props extends object>(part: unknown, props: Props, meanwhile: ReactNode = null) {
  const Part = part as ComponentType<Props>
  return (
    <Suspense fallback={meanwhile}>
      <Part {...props} />
    </Suspense>
  )
}

export const ExportDialog = <Row,>(props: ExportProps<Row>) => drawLate(Export, props)

export const BulkDialog = <Row,>(props: BulkProps<Row>) => drawLate(Bulk, props)

export const PeekPanel = <Row,>(props: PanelProps<Row>) =>
  props.model.peek?.id == null ? null : drawLate(Panel, props)

export const NewRowLine = <Row,>(props: LineProps<Row>) =>
  drawLate(Line, props, <div className="h-[5.5625rem] shrink-0 border-b border-line bg-card" />)

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
