import { Search } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Button } from '@/components/ui/button'
import { fieldClasses } from '@/components/ui/input'
import { cn } from '@/lib/utils'
import { type Filter, filterRows, filters, namespaceOf, type TextRow } from '../../model/rows'

export interface FilterState {
  filter: Filter
  namespace: string | null
  search: string
}

interface FiltersProps {
  rows: readonly TextRow[]
  by: FilterState
  onChange: (by: FilterState) => void
  onRemoveUnused: () => void
  disabled: boolean
}

/** Filters the texts by page, by state, and by a searched word. */
export function Filters({ rows, by, onChange, onRemoveUnused, disabled }: FiltersProps) {
  const { t } = useTranslation('languages')
  const namespaces = [...new Set(rows.filter(({ state }) => state !== 'unused').map(({ key }) => namespaceOf(key)))]
  const counts = filters.map((filter) => ({
    filter,
    count: filterRows(rows, { filter, namespace: null, search: '' }).length
  }))
  return (
    <div className="sticky top-(--bar,0) z-10 flex flex-wrap items-center gap-2 border-b border-line bg-paper px-4 py-2.5 md:px-6">
      <select
        aria-label={t('page')}
        className={cn(fieldClasses, 'h-9 w-40 text-sm')}
        value={by.namespace ?? ''}
        onChange={(event) => onChange({ ...by, namespace: event.target.value || null })}
      >
        <option value="">{t('all_pages')}</option>
        {namespaces.map((name) => (
          <option key={name} value={name}>
            {name === 'firm' ? t('firm') : name}
          </option>
        ))}
      </select>
      <div className="relative min-w-44 flex-1">
        <Search
          aria-hidden
          className="pointer-events-none absolute start-3 top-1/2 size-4 -translate-y-1/2 text-muted"
        />
        <input
          type="search"
          aria-label={t('search')}
          placeholder={t('search')}
          className={cn(fieldClasses, 'h-9 ps-9 text-sm [unicode-bidi:plaintext]')}
          value={by.search}
          onChange={(event) => onChange({ ...by, search: event.target.value })}
        />
      </div>
      <fieldset className="flex max-w-full min-w-0 gap-1 overflow-x-auto">
        <legend className="sr-only">{t('states')}</legend>
        {counts.map(({ filter, count }) => (
          <button
            key={filter}
            type="button"
            aria-pressed={by.filter === filter}
            onClick={() => onChange({ ...by, filter, namespace: filter === 'all' ? by.namespace : null })}
            className="flex h-8 shrink-0 items-center gap-1.5 rounded-full border border-line px-3 text-xs text-muted hover:text-ink aria-pressed:border-ink aria-pressed:font-semibold aria-pressed:text-ink"
          >
            {t(`filter.${filter}`)}
            <span className="tabular">{count}</span>
          </button>
        ))}
      </fieldset>
      {by.filter === 'unused' && (counts.at(-1)?.count ?? 0) > 0 && (
        <Button size="sm" variant="ghost" disabled={disabled} onClick={onRemoveUnused}>
          {t('remove_unused')}
        </Button>
      )}
    </div>
  )
}
