/** The rows of a table. Each is rendered again only if something in it has changed. */
import { memo, type ReactNode } from 'react'
import { cn } from '@/lib/utils'
import { Cell, type CellsProps } from './grid-cell'
import { useLit } from './lit-rows'
import type { TableModel } from './use-data-table'

interface GridRowProps<Row> extends Omit<CellsProps<Row>, 'place' | 'isMarked' | 'tone'> {
  index: number
  height: number
  isPeeked: boolean
  /** Whether this row is being dragged. */
  isDragged: boolean
}

function PlainRow<Row>(props: GridRowProps<Row>) {
  const { model, live, row, index, height, column, isSelected, isPeeked, isOpen, isDragged } = props
  const light = useLit(model.definition.lit, model.definition.rowId(row))
  return (
    <tr
      data-row={index}
      data-place={model.first + index}
      aria-rowindex={model.first + index + 2}
      aria-level={model.tree ? (isOpen === null ? 2 : 1) : undefined}
      aria-expanded={isOpen ?? undefined}
      aria-selected={model.selection ? isSelected : undefined}
      aria-current={light === 'open' || undefined}
      className={cn(
        'group/row',
        (model.canOpen || isOpen !== null) && 'cursor-pointer',
        isOpen !== null && 'font-semibold'
      )}
      style={{ height }}
    >
      <Cells
        model={model}
        live={live}
        row={row}
        place={model.order ? model.first + index : null}
        column={column}
        isSelected={isSelected}
        isOpen={isOpen}
        isMarked={isPeeked || light === 'open'}
        tone={
          light === 'open'
            ? 'bg-warn-soft'
            : isSelected || isPeeked || isDragged || light
              ? 'bg-soft'
              : 'bg-card group-hover/row:bg-soft'
        }
      />
    </tr>
  )
}

/**
 * Whether a row can keep its last rendering although the table has changed. A table with editable cells always renders its rows
 * again, because a cell also shows its editor and the result of its last change.
 */
const isSameModel = <Row,>(before: TableModel<Row>, now: TableModel<Row>): boolean =>
  now.edit === null &&
  before.order?.canMove === now.order?.canMove &&
  before.definition === now.definition &&
  before.host === now.host &&
  before.columns.key === now.columns.key

/**
 * Whether a row with these props need not be rendered again. Thanks to this check, an arrow key re-renders two rows and not
 * all.
 */
const isSameRow = <Row,>(before: GridRowProps<Row>, now: GridRowProps<Row>): boolean =>
  isSameModel(before.model, now.model) &&
  before.row === now.row &&
  before.index === now.index &&
  before.height === now.height &&
  before.column === now.column &&
  before.isSelected === now.isSelected &&
  before.isPeeked === now.isPeeked &&
  before.isOpen === now.isOpen &&
  before.isDragged === now.isDragged &&
  before.model.first === now.model.first

export const GridRow = memo(PlainRow, isSameRow) as typeof PlainRow

/**
 * Whether the cells of a row need not be rendered again. Thanks to this check, a new row moves the rows below it without
 * re-rendering their cells.
 */
const areSameCells = <Row,>(before: CellsProps<Row>, now: CellsProps<Row>): boolean =>
  isSameModel(before.model, now.model) &&
  before.row === now.row &&
  before.place === now.place &&
  before.column === now.column &&
  before.isSelected === now.isSelected &&
  before.isOpen === now.isOpen &&
  before.isMarked === now.isMarked &&
  before.tone === now.tone

const Cells = memo(PlainCells, areSameCells) as typeof PlainCells

function PlainCells<Row>(props: CellsProps<Row>): ReactNode {
  const { model, column } = props
  return model.columns.places.map((place, at) => (
    <Cell key={place.id} {...props} columnPlace={place} at={at} tabIndex={column === at ? 0 : -1} />
  ))
}
