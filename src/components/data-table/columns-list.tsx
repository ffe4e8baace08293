import { ArrowDown, ArrowUp } from 'lucide-react'
import { type DragEvent, useId } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '@/components/ui/button'
import { Checkbox } from '@/components/ui/checkbox'
import { Segmented } from '@/components/ui/segmented'
import type { Column } from './types'
import type { TableModel } from './use-data-table'

const DRAGGED = 'application/x-hackney-column'

/** The choice of the row height, the list in which a person shows, hides and moves columns, and a reset button. */
export function ColumnsList<Row>({ model }: { model: TableModel<Row> }) {
  const { t } = useTranslation('table')
  const { layout, definition } = model
  const byId = new Map(definition.columns.map((column) => [column.id, column]))
  return (
    <>
      <Segmented
        label={t('columns.density')}
        value={layout.density}
        onChange={layout.setDensity}
        options={[
          { value: 'compact', label: t('columns.compact') },
          { value: 'comfortable', label: t('columns.comfortable') }
        ]}
      />
      <ul className="my-2">
        {layout.order.map((id, index) => {
          const column = byId.get(id)
          return column && <ColumnRow key={id} model={model} column={column} index={index} />
        })}
      </ul>
      <Button size="sm" className="w-full" disabled={!layout.isOwn} onClick={layout.reset}>
        {t('columns.reset')}
      </Button>
    </>
  )
}

interface ColumnRowProps<Row> {
  model: TableModel<Row>
  column: Column<Row>
  index: number
}

/** One column in `ColumnsList`. The table's first column names the row, so it cannot be hidden or moved. */
function ColumnRow<Row>({ model, column, index }: ColumnRowProps<Row>) {
  const { t } = useTranslation('table')
  const { layout } = model
  const boxId = useId()
  const isFixed = index === 0
  const onDrop = (event: DragEvent) => {
    const dragged = event.dataTransfer.getData(DRAGGED)
    if (dragged && !isFixed) layout.move(dragged, index)
  }
  const step = (label: string, Icon: typeof ArrowUp, to: number, isOff: boolean) => (
    <button
      type="button"
      aria-label={label}
      disabled={isOff}
      className="grid size-7 place-items-center rounded-[6px] text-muted hover:bg-line hover:text-ink disabled:invisible"
      onClick={() => layout.move(column.id, to)}
    >
      <Icon aria-hidden className="size-3.5" />
    </button>
  )
  return (
    <li
      className="flex items-center rounded-control hover:bg-soft"
      draggable={!isFixed}
      onDragStart={(event) => event.dataTransfer.setData(DRAGGED, column.id)}
      onDragOver={(event) => event.dataTransfer.types.includes(DRAGGED) && event.preventDefault()}
      onDrop={onDrop}
    >
      <label htmlFor={boxId} className="flex min-h-8 min-w-0 flex-1 cursor-pointer items-center gap-2 px-1">
        <Checkbox
          id={boxId}
          checked={layout.shown[column.id] === true}
          disabled={isFixed}
          onChange={(event) => layout.setShown(column.id, event.target.checked)}
        />
        <span className="truncate">{column.label}</span>
      </label>
      {step(t('columns.up', { name: column.label }), ArrowUp, index - 1, index < 2)}
      {step(
        t('columns.down', { name: column.label }),
        ArrowDown,
        index + 1,
        isFixed || index === layout.order.length - 1
      )}
    </li>
  )
}
