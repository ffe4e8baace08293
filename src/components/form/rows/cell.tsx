import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { useErrorText } from '@/lib/server/use-error-text'
import { useTooLong } from '@/lib/typing/text-limit'
import { cn } from '@/lib/utils'
import { figureWords } from '../figure-field'
import { useField, useFieldWords } from '../form-context'
import { useFormRules } from '../rules'

export interface CellColumn {
  name: string
  label: string
  /** The heading of the column, such as "Amount, CHF". Default: `label`, which also names each cell. */
  heading?: string
  kind: 'text' | 'figure'
  initial?: string
  /** Maximum number of characters, for a text. */
  limit?: number | null
  /** Minimum and maximum, for a number. */
  bounds?: readonly [number, number]
  decimals?: number
  /** A word that is shown before the number, such as "from". */
  before?: string
  unit?: string
}

interface CellProps {
  list: string
  index: number
  place: number
  column: CellColumn
}

/**
 * One cell of a list that is edited as a table: a control without its own frame, with a mark if it was changed and its error
 * below.
 */
export function Cell({ list, index, place, column }: CellProps) {
  const { t } = useTranslation('form')
  const errorText = useErrorText()
  const tooLong = useTooLong()
  const rules = useFormRules()
  const id = useId()
  const { value, isChanged, error, change, leave } = useField(`${list}.${index}.${column.name}`)
  useFieldWords(
    `${list}.*.${column.name}`,
    column.label,
    (cell) => `${column.before ? `${column.before} ` : ''}${cell}${column.unit ? ` ${column.unit}` : ''}`
  )
  const text = String(value ?? '')
  const wrong =
    (column.limit ? tooLong(text, column.limit) : null) ??
    (error ? errorText(error, figureWords(rules, column.bounds, column.decimals ?? 0)) : null)
  const isFigure = column.kind === 'figure'
  return (
    <td className="border-t border-line align-top [&+&]:border-s">
      <span className="flex items-center">
        {column.before && <span className="ps-3 text-muted">{column.before}</span>}
        {isChanged && (
          <span className="ms-2 size-1.5 shrink-0 rounded-full bg-info">
            <span className="sr-only">{t('changed')}</span>
          </span>
        )}
        <input
          dir={isFigure ? undefined : 'auto'}
          inputMode={isFigure ? 'decimal' : undefined}
          autoComplete="off"
          aria-label={t('rows.cell', { column: column.label, place: place + 1 })}
          aria-invalid={wrong ? true : undefined}
          aria-describedby={wrong ? id : undefined}
          data-limit={column.limit}
          value={text}
          onChange={(event) => change(event.target.value)}
          onBlur={leave}
          className={cn(
            'h-11 w-full min-w-0 rounded-control bg-transparent px-3 text-base tabular focus-visible:ring-1 focus-visible:ring-ink focus-visible:outline-none focus-visible:ring-inset aria-invalid:ring-1 aria-invalid:ring-bad aria-invalid:ring-inset md:h-9 md:text-sm',
            isFigure && !column.before && 'text-end'
          )}
        />
        {column.unit && <span className="pe-3 text-muted">{column.unit}</span>}
      </span>
      {wrong && (
        <span id={id} role="alert" className="block px-3 pb-1.5 text-xs text-bad">
          {wrong}
        </span>
      )}
    </td>
  )
}
