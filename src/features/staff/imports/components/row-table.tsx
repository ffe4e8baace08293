import { useTranslation } from 'react-i18next'
import useSWR from 'swr'
import { Alert } from '@/components/ui/alert'
import { Badge, type Tone } from '@/components/ui/badge'
import { Spinner } from '@/components/ui/spinner'
import { useErrorText } from '@/lib/server/use-error-text'
import { importFields } from '../model/fields'
import type { ImportState, RowState } from '../model/state'
import { getImportRows, type ImportRow, importRowsKey, SHOWN_ROWS } from '../queries'
import { useFieldName } from './use-field-name'

export const toneOf: Record<RowState, Tone> = {
  waiting: 'neutral',
  fresh: 'ok',
  changed: 'info',
  same: 'neutral',
  wrong: 'bad',
  done: 'ok',
  undone: 'neutral',
  kept: 'warn'
}

/** Returns a function that says what is wrong with a row, or what it changes. */
export function useRowText(): (row: ImportRow) => string {
  const { t } = useTranslation('imports')
  const errorText = useErrorText()
  const fieldName = useFieldName()
  return ({ code, field, other_nr, changes }) => {
    if (code === 'import_twice' && other_nr) return t('fault_twice', { row: other_nr })
    if (code) {
      const problem = errorText(code)
      return field ? t('fault', { column: fieldName(field), problem }) : problem
    }
    return changes?.length ? t('changes', { names: changes.map(fieldName).join(', ') }) : ''
  }
}

interface RowTableProps {
  state: ImportState
  shown: RowState
}

/** The rows of an import in one state, with what is wrong with each. */
export function RowTable({ state, shown }: RowTableProps) {
  const { t } = useTranslation('imports')
  const errorText = useErrorText()
  const fieldName = useFieldName()
  const rowText = useRowText()
  const { data: rows, error } = useSWR(importRowsKey(state.id, shown, state[shown]), ([, id, of]) =>
    getImportRows(id, of)
  )
  if (error) return <Alert tone="bad">{errorText(error)}</Alert>
  if (!rows) return <Spinner className="size-5" />
  if (rows.length === 0) return <p className="text-sm text-muted">{t('no_shown')}</p>
  const fields = importFields[state.kind].map(({ name }) => name).filter((name) => rows.some((row) => row.facts[name]))
  return (
    <div className="space-y-2">
      <section
        aria-label={t(`states.${shown}`)}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by the keyboard
        tabIndex={0}
        className="overflow-x-auto rounded-card border border-line"
      >
        <table className="w-full text-start text-sm">
          <thead className="bg-soft text-muted">
            <tr>
              <th scope="col" className="px-3 py-2 text-start font-medium">
                {t('row')}
              </th>
              <th scope="col" className="px-3 py-2 text-start font-medium">
                {t('state')}
              </th>
              {fields.map((name) => (
                <th key={name} scope="col" className="px-3 py-2 text-start font-medium whitespace-nowrap">
                  {fieldName(name)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => {
              const text = rowText(row)
              return (
                <tr key={row.nr} className="border-t border-line align-top">
                  <td className="px-3 py-2 text-muted tabular">{row.nr}</td>
                  <td className="min-w-48 px-3 py-2">
                    {text ? (
                      <span className={row.state === 'wrong' ? 'text-bad' : 'text-muted'}>{text}</span>
                    ) : (
                      <Badge tone={toneOf[row.state]}>{t(`states.${row.state}`)}</Badge>
                    )}
                  </td>
                  {fields.map((name) => (
                    <td
                      key={name}
                      dir="auto"
                      className={
                        row.field === name
                          ? 'max-w-60 truncate bg-bad-soft px-3 py-2 text-bad'
                          : 'max-w-60 truncate px-3 py-2'
                      }
                    >
                      {row.facts[name] ?? ''}
                    </td>
                  ))}
                </tr>
              )
            })}
          </tbody>
        </table>
      </section>
      {state[shown] > SHOWN_ROWS && (
        <p className="text-sm text-muted">{t('shown_part', { shown: SHOWN_ROWS, total: state[shown] })}</p>
      )}
    </div>
  )
}
