import { useTranslation } from 'react-i18next'
import { Input } from '@/components/ui/input'
import { useCombobox } from '@/components/ui/use-combobox'
import { useErrorText } from '@/lib/server/use-error-text'
import type { Filter } from './types'

/** Time limit for a search (ms). A search that takes longer counts as failed. */
const FIND_MS = 10_000

interface PersonEditorProps {
  filter: Extract<Filter, { kind: 'person' }>
  onChange: (values: readonly string[]) => void
  onDone: () => void
}

/** The filter input that finds a person while typing; arrow keys and Enter choose. */
export function PersonEditor({ filter, onChange, onDone }: PersonEditorProps) {
  const { t } = useTranslation('table')
  const errorText = useErrorText()
  const choose = ({ value }: { value: string }) => {
    onChange([value])
    onDone()
  }
  const find = (text: string) => filter.find(text, AbortSignal.timeout(FIND_MS))
  const { choices, error, isBusy, ...box } = useCombobox({ name: `filter ${filter.id}`, find }, choose, true)
  return (
    <div className="space-y-2">
      <Input
        {...box.input}
        aria-label={filter.label}
        placeholder={filter.words?.ask ?? t('filter.person')}
        className="h-9 text-sm"
        value={box.text}
      />
      {error ? <p className="text-sm text-bad">{errorText(error)}</p> : null}
      <div role="listbox" {...box.list} aria-label={filter.label} className="max-h-64 overflow-y-auto">
        {choices.map(({ value, label }, index) => (
          <div
            key={value}
            {...box.option(index)}
            className="cursor-pointer truncate rounded-control px-2 py-2 aria-selected:bg-soft"
          >
            {label}
          </div>
        ))}
      </div>
      {choices.length === 0 && !isBusy && !error && (
        <p className="px-2 text-sm text-muted">{filter.words?.none ?? t('filter.nobody')}</p>
      )}
    </div>
  )
}
