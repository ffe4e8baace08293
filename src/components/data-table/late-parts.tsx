import { type ComponentType, lazy, type ReactNode, Suspense, useEffect, useRef } from 'react'
import { loadAgain } from '@/lib/load-again'
import { drawLate } from './draw-late'
import { RowsSkeleton } from './states'

/** Parts of a table that load on demand, because they are rarely used: only on phones, after a press, or for selected rows. */

const Panel = lazy(async () => ({ default: (await loadAgain(() => import('./peek-panel'))).PeekPanel }))
const loadFilters = () => loadAgain(() => import('./filter-editors'))
const Filters = lazy(async () => ({ default: (await loadFilters()).FilterEditor }))
const loadCards = () => loadAgain(() => import('./cards'))
const LateCards = lazy(async () => ({ default: (await loadCards()).Cards }))
const LateSelection = lazy(async () => ({
  default: (await loadAgain(() => import('./selection-bar'))).SelectionBar
}))
const LateColumns = lazy(async () => ({ default: (await loadAgain(() => import('./columns-list'))).ColumnsList }))
const loadViewForm = () => loadAgain(() => import('./view-form'))
const LateViewForm = lazy(async () => ({ default: (await loadViewForm()).ViewForm }))
const Line = lazy(async () => ({ default: (await loadAgain(() => import('./new-row-line'))).NewRowLine }))

type LineProps<Row> = Parameters<typeof import('./new-row-line').NewRowLine<Row>>[0]
type PanelProps<Row> = Parameters<typeof import('./peek-panel').PeekPanel<Row>>[0]
type CardsProps<Row> = Parameters<typeof import('./cards').Cards<Row>>[0]
type SelectionProps<Row> = Parameters<typeof import('./selection-bar').SelectionBar<Row>>[0]
type ColumnsProps<Row> = Parameters<typeof import('./columns-list').ColumnsList<Row>>[0]
type ViewFormProps<Row> = Parameters<typeof import('./view-form').ViewForm<Row>>[0]

type FilterProps = Parameters<typeof import('./filter-editors').FilterEditor>[0]

export const PeekPanel = <Row,>(props: PanelProps<Row>) =>
  props.model.peek?.id == null ? null : drawLate(Panel, props)

export const NewRowLine = <Row,>(props: LineProps<Row>) =>
  drawLate(Line, props, <div className="h-[5.5625rem] shrink-0 border-b border-line bg-card" />)

/** Starts loading {@link Cards}. */
export const preloadCards = (): void => void loadCards().catch(() => {})

export const Cards = <Row,>(props: CardsProps<Row>) =>
  drawLate(LateCards, props, <RowsSkeleton model={props.model} isPhone />)

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
