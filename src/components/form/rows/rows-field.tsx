import { CircleAlert, GripVertical, Plus, Trash2 } from 'lucide-react'
import { useId, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { moved } from '@/components/reorder/places'
import { useReorder } from '@/components/reorder/use-reorder'
import { Button } from '@/components/ui/button'
import { LiveRegion } from '@/components/ui/live-region'
import { useErrorText } from '@/lib/server/use-error-text'
import { cn } from '@/lib/utils'
import { useField, useFieldWords } from '../form-context'
import { type Row, rowsOf } from '../merge'
import { Cell, type CellColumn } from './cell'

interface RowsFieldProps {
  name: string
  label: string
  /** The label of the button that adds a row, such as "Add parcel type". */
  add: string
  columns: readonly CellColumn[]
  /** The database's maximum number of rows. */
  most: number
  /** True if rows are sorted by a number in them, so people cannot move them. */
  isSorted?: boolean
}

/** A list that is edited as a table: each cell is a field; rows can be added, removed and moved. */
export function RowsField({ name, label, add, columns, most, isSorted = false }: RowsFieldProps) {
  const { t } = useTranslation('form')
  const errorText = useErrorText()
  const { value, error, change } = useField(name)
  const rows = rowsOf(value) ?? []
  useFieldWords(name, label, (list) => describe(rowsOf(list) ?? [], columns))
  const [told, setTold] = useState('')
  const body = useRef<HTMLTableSectionElement>(null)
  const id = useId()
  const focusOn = (index: number, what: 'input' | 'handle') =>
    setTimeout(() =>
      body.current
        ?.querySelectorAll('[data-place]')
        [index]?.querySelector<HTMLElement>(what === 'input' ? 'input' : '[data-handle]')
        ?.focus()
    )
  const move = (from: number, to: number) => {
    change(moved(rows, from, to))
    setTold(t('rows.moved', { place: to + 1, count: rows.length }))
    focusOn(to, 'handle')
  }
  const { dragged, handle } = useReorder(move)
  const shown = dragged ? moved(rows, dragged.from, dragged.to) : rows
  const remove = (index: number) => {
    change(rows.filter((_, place) => place !== index))
    setTold(t('rows.removed'))
    focusOn(Math.min(index, rows.length - 2), 'input')
  }
  const append = () => {
    const cells = Object.fromEntries(columns.map((column) => [column.name, column.initial ?? '']))
    change([...rows, { ...cells, key: crypto.randomUUID() }])
    focusOn(rows.length, 'input')
  }
  return (
    <div className="col-span-full min-w-0">
      <LiveRegion>{told}</LiveRegion>
      <table
        aria-label={label}
        className="w-full border-separate border-spacing-0 rounded-control border border-line text-sm"
      >
        <thead className="bg-soft/60 text-start text-xs text-muted">
          <tr>
            {!isSorted && (
              <th className="w-9">
                <span className="sr-only">{t('rows.order')}</span>
              </th>
            )}
            {columns.map((column) => (
              <th
                key={column.name}
                id={`${id}-${column.name}`}
                scope="col"
                className={cn('h-9 px-3 font-normal', column.kind === 'text' ? 'text-start' : 'w-36 text-end')}
              >
                {column.heading ?? column.label}
              </th>
            ))}
            <th className="w-10">
              <span className="sr-only">{t('rows.actions')}</span>
            </th>
          </tr>
        </thead>
        <tbody ref={body} data-rows="">
          {shown.map((row, place) => {
            const index = rows.indexOf(row)
            return (
              <tr key={row.key} data-place={place} className={cn(dragged && rows[dragged.from] === row && 'bg-soft')}>
                {!isSorted && (
                  <td className="border-t border-line text-center">
                    <button
                      type="button"
                      data-handle=""
                      aria-label={t('rows.move', { place: place + 1, count: rows.length })}
                      className="grid size-8 cursor-grab touch-none place-items-center text-muted hover:text-ink"
                      {...handle(index, rows.length)}
                    >
                      <GripVertical aria-hidden className="size-4" />
                    </button>
                  </td>
                )}
                {columns.map((column) => (
                  <Cell key={column.name} list={name} index={index} column={column} place={place} />
                ))}
                <td className="border-s border-t border-line text-center">
                  <Button
                    variant="ghost"
                    size="icon-sm"
                    aria-label={t('rows.remove', { place: place + 1 })}
                    onClick={() => remove(index)}
                    className="text-muted"
                  >
                    <Trash2 aria-hidden />
                  </Button>
                </td>
              </tr>
            )
          })}
        </tbody>
      </table>
      <Button variant="ghost" size="sm" className="mt-1 text-muted" disabled={rows.length >= most} onClick={append}>
        <Plus aria-hidden />
        {add}
      </Button>
      {error && (
        <p role="alert" className="flex items-start gap-1.5 text-sm text-bad">
          <CircleAlert aria-hidden className="mt-0.5 size-4 shrink-0" />
          {errorText(error, { most: String(most) })}
        </p>
      )}
    </div>
  )
}

const describe = (rows: readonly Row[], columns: readonly CellColumn[]) =>
  rows.map((row) => columns.map(({ name }) => String(row[name] ?? '')).join('  ')).join('\n')
