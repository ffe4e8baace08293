import { type ComponentType, lazy, type ReactNode, Suspense, useEffect, useRef } from 'react'
import { loadAgain } from '@/lib/load-again'
import { RowsSkeleton } from './states'

/** Parts of a table that load on demand, because they are rarely used: only on phones, after a press, or for selected rows. */

const Export = lazy(async () => ({
  default: (await loadAgain(() => import('./export/export-dialog'))).ExportDialog
}))
const Bulk = lazy(async () => ({ default: (await loadAgain(() => import('./bulk/bulk-dialog'))).BulkDialog }))

const Panel = lazy(async () => ({ default: (await loadAgain(() => import('./peek-panel'))).PeekPanel }))
const loadFilters = () => loadAgain(() => import('./filter-editors'))
const Filters = lazy(async () => ({ default: (await loadFilters()).FilterEditor }))
const loadCards = () => loadAgain(() => import('./cards'))
const LateCards = lazy(async () => ({ default: (await loadCards()).Cards }))
const loadEditor = () => loadAgain(() => import('./cell-editor'))
const LateEditor = lazy(async () => ({ default: (await loadEditor()).CellEditorField }))
const LateNote = lazy(async () => ({ default: (await loadEditor()).NotedCell }))
const LateSelection = lazy(async () => ({
  default: (await loadAgain(() => import('./selection-bar'))).SelectionBar
}))
const LateColumns = lazy(async () => ({ default: (await loadAgain(() => import('./columns-list'))).ColumnsList }))
const loadViewForm = () => loadAgain(() => import('./view-form'))
const LateViewForm = lazy(async () => ({ default: (await loadViewForm()).ViewForm }))
const Line = lazy(async () => ({ default: (await loadAgain(() => import('./new-row-line'))).NewRowLine }))

type ExportProps<Row> = Parameters<typeof import('./export/export-dialog').ExportDialog<Row>>[0]
type LineProps<Row> = Parameters<typeof import('./new-row-line').NewRowLine<Row>>[0]
type PanelProps<Row> = Parameters<typeof import('./peek-panel').PeekPanel<Row>>[0]
type BulkProps<Row> = Parameters<typeof import('./bulk/bulk-dialog').BulkDialog<Row>>[0]

type CardsProps<Row> = Parameters<typeof import('./cards').Cards<Row>>[0]
type SelectionProps<Row> = Parameters<typeof import('./selection-bar').SelectionBar<Row>>[0]
type EditorProps<Row> = Parameters<typeof import('./cell-editor').CellEditorField<Row>>[0]
type NoteProps = Parameters<typeof import('./cell-editor').NotedCell>[0]
type ColumnsProps<Row> = Parameters<typeof import('./columns-list').ColumnsList<Row>>[0]
type ViewFormProps<Row> = Parameters<typeof import('./view-form').ViewForm<Row>>[0]

type FilterProps = Parameters<typeof import('./filter-editors').FilterEditor>[0]

/**
 * Renders a part of the table that loads on demand, and a placeholder (`meanwhile`) until it is loaded. A lazy component loses
 * its type parameter `Row`, so `part` is `unknown`, and the type of `props` decides what callers may pass.
 */
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

/** Starts loading {@link Cards}. */
export const preloadCards = (): void => void loadCards().catch(() => {})

export const Cards = <Row,>(props: CardsProps<Row>) =>
  drawLate(LateCards, props, <RowsSkeleton model={props.model} isPhone />)

/** Starts loading {@link CellEditorField} and {@link NotedCell}. */
export const preloadEditor = (): void => void loadEditor().catch(() => {})

export const CellEditorField = <Row,>(props: EditorProps<Row>) =>
  drawLate(LateEditor, props, <div className="h-7 max-sm:h-11" />)

export const NotedCell = (props: NoteProps) => (props.note ? drawLate(LateNote, props, props.children) : props.children)

export const SelectionBar = <Row,>(props: SelectionProps<Row>) =>
  props.model.selection ? drawLate(LateSelection, props) : null

/** The list of columns. It is in a popover, which has the height `h-72` until the list is loaded. */
export const ColumnsList = <Row,>(props: ColumnsProps<Row>) => inPopover(LateColumns, props, 'h-72')

/** Starts loading {@link ViewForm}. */
export const preloadViewForm = (): void => void loadViewForm().catch(() => {})

export const ViewForm = <Row,>(props: ViewFormProps<Row>) => inPopover(LateViewForm, props, 'h-36')

/** Starts loading {@link FilterEditor}. */
export const preloadFilters = (): void => void loadFilters().catch(() => {})

export const FilterEditor = (props: FilterProps) => inPopover(Filters, props, 'h-9')

/**
 * Renders a part of the table that loads on demand inside a popover.
 *
 * @param height minimum height until the part is loaded
 */
function inPopover<Props extends object>(part: unknown, props: Props, height: string) {
  const Part = part as ComponentType<Props>
  return (
    <Suspense fallback={<div className={height} />}>
      <Focused>
        <Part {...props} />
      </Focused>
    </Suspense>
  )
}

/** Moves the focus to the first control of its content as soon as that is loaded, if the popover itself has the focus. */
function Focused({ children }: { children: ReactNode }) {
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const held = document.activeElement
    if (held?.contains(box.current)) box.current?.querySelector<HTMLElement>('input, button, select')?.focus()
  }, [])
  return <div ref={box}>{children}</div>
}
