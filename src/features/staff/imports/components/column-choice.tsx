import { useTranslation } from 'react-i18next'
import type { DayOrder } from '@/components/data-table/import/cells'
import { Alert } from '@/components/ui/alert'
import { Field } from '@/components/ui/field'
import { Segmented } from '@/components/ui/segmented'
import { Select } from '@/components/ui/select'
import { useFormat } from '@/entities/settings'
import { formatList } from '@/lib/format/format-list'
import { columnLetters } from '../model/cell-names'
import type { ImportKind } from '../model/fields'
import { type Encoding, encodings, type Table } from '../model/read-file'
import { missingFields, type Reading } from '../model/reading'
import { type Columns, fieldNames } from '../model/words'
import { useFieldName } from './use-field-name'

interface ColumnChoiceProps {
  table: Table
  kind: ImportKind
  reading: Reading
  encoding: Encoding
  onColumns: (columns: Columns) => void
  onOrder: (order: DayOrder) => void
  onEncoding: (encoding: Encoding) => void
}

/** Which column of the file holds what. Columns are recognised by their names; the person can change each. */
export function ColumnChoice({ table, kind, reading, encoding, onColumns, onOrder, onEncoding }: ColumnChoiceProps) {
  const { t } = useTranslation('imports')
  const fieldName = useFieldName()
  const { locale } = useFormat()
  const { columns, head } = reading
  const heads = table.rows[head] ?? []
  const width = Math.max(...table.rows.slice(0, 50).map((row) => row.length))
  const missing = missingFields(kind, columns)
  const count = Object.keys(columns).length
  const labelOf = (index: number): string => {
    const name = heads[index]?.trim() || t('column_number', { letters: columnLetters(index) })
    const example = table.rows[head + 1]?.[index]?.trim()
    return [name, example].filter(Boolean).join(' · ').slice(0, 60)
  }
  const used = new Set(Object.values(columns))
  const left = heads.filter((name, index) => name.trim() !== '' && !used.has(index)).map((name) => name.trim())
  const choose = (field: string, value: string) => {
    const { [field]: _old, ...others } = columns
    onColumns(value === '' ? others : { ...others, [field]: Number(value) })
  }
  return (
    <div className="space-y-4">
      {table.doubtful && (
        <Alert tone="warn">
          <p>{t('encoding')}</p>
          <Field label={t('letters')} className="mt-2 max-w-60" isDense>
            {(control) => (
              <Select {...control} value={encoding} onChange={(event) => onEncoding(event.target.value as Encoding)}>
                {encodings.map((one) => (
                  <option key={one} value={one}>
                    {t(`encodings.${one}`)}
                  </option>
                ))}
              </Select>
            )}
          </Field>
        </Alert>
      )}
      {missing.length > 0 && (
        <Alert tone="warn">
          {count === 0 ? t('columns_none') : t('column_missing', { names: missing.map(fieldName).join(', ') })}
        </Alert>
      )}
      <details open={missing.length > 0 || undefined} className="rounded-card border border-line px-4 py-3">
        <summary className="cursor-pointer font-medium">
          {t('columns')} <span className="font-normal text-muted">{t('columns_found', { count })}</span>
          {left.length > 0 && (
            <p className="mt-0.5 line-clamp-2 text-sm font-normal text-muted">
              {t('columns_left', { names: formatList(left, locale) })}
            </p>
          )}
        </summary>
        <div className="mt-3 grid gap-3 sm:grid-cols-2 xl:grid-cols-3">
          {fieldNames(kind).map((field) => (
            <Field key={field} label={fieldName(field)} isDense>
              {(control) => (
                <Select
                  {...control}
                  value={columns[field] ?? ''}
                  onChange={(event) => choose(field, event.target.value)}
                >
                  <option value="">–</option>
                  {Array.from({ length: width }, (_, index) => (
                    // biome-ignore lint/suspicious/noArrayIndexKey: columns are identified by their index
                    <option key={index} value={index}>
                      {labelOf(index)}
                    </option>
                  ))}
                </Select>
              )}
            </Field>
          ))}
        </div>
      </details>
      {!reading.isOrderSure && (
        <div className="max-w-sm space-y-1.5">
          <p className="text-sm text-muted">{t('day_order')}</p>
          <Segmented
            label={t('day_order')}
            value={reading.order}
            onChange={onOrder}
            options={[
              { value: 'dmy', label: t('dmy') },
              { value: 'mdy', label: t('mdy') }
            ]}
          />
        </div>
      )}
    </div>
  )
}
