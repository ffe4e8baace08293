import { useTranslation } from 'react-i18next'
import { Field } from '@/components/ui/field'
import { Segmented } from '@/components/ui/segmented'
import { Select } from '@/components/ui/select'
import { REPORT_FIELDS } from '../../model/files/provider-report'
import { STATEMENT_FIELDS } from '../../model/files/statement-csv'
import type { AnyMapping } from './read-import'

interface ColumnFieldsProps {
  rows: readonly (readonly string[])[]
  of: 'statement' | 'report'
  mapping: AnyMapping
  onChange: (mapping: AnyMapping) => void
  /** Whether the fields are unfolded at first, because a column is missing or ambiguous. */
  isOpen: boolean
}

/** Selects which column of the file holds which field. The columns are guessed from their names, and can be corrected. */
export function ColumnFields({ rows, of, mapping, onChange, isOpen }: ColumnFieldsProps) {
  const { t } = useTranslation('money')
  const heads = rows[mapping.head] ?? []
  const example = rows[mapping.head + 1] ?? []
  const fields = of === 'statement' ? STATEMENT_FIELDS : REPORT_FIELDS
  const columns: Partial<Record<string, number>> = mapping.columns
  const set = (field: string, value: string) => {
    const { [field]: _old, ...others } = columns
    onChange({ ...mapping, columns: value === '' ? others : { ...others, [field]: Number(value) } } as AnyMapping)
  }
  return (
    <details open={isOpen || undefined} className="rounded-card border border-line px-4 py-3">
      <summary className="cursor-pointer font-medium">{t('columns.title')}</summary>
      <div className="mt-3 grid gap-3 sm:grid-cols-2">
        {fields.map((field) => (
          <Field key={field} label={t(`columns.${of}.${field}`)} isDense>
            {(control) => (
              <Select {...control} value={columns[field] ?? ''} onChange={(event) => set(field, event.target.value)}>
                <option value="">–</option>
                {heads.map((head, index) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: columns are identified by their index
                  <option key={index} value={index}>
                    {[head.trim() || t('columns.number', { number: index + 1 }), example[index]?.trim()]
                      .filter(Boolean)
                      .join(' · ')
                      .slice(0, 60)}
                  </option>
                ))}
              </Select>
            )}
          </Field>
        ))}
      </div>
      {!mapping.isOrderSure && (
        <div className="mt-3 space-y-1.5">
          <p className="text-muted">{t('columns.order')}</p>
          <Segmented
            label={t('columns.order')}
            value={mapping.order}
            onChange={(order) => onChange({ ...mapping, order } as AnyMapping)}
            options={[
              { value: 'dmy', label: t('columns.dmy') },
              { value: 'mdy', label: t('columns.mdy') }
            ]}
          />
        </div>
      )}
    </details>
  )
}
