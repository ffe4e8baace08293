import { Search } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Input } from '@/components/ui/input'
import { type TabLink, TabLinks } from '@/components/ui/tabs'
import { useShortcut } from '@/lib/page/shortcuts'
import { FilterBar } from './filter-bar'
import { isView, writeQuery } from './query'
import { addressOf, ForgetView, SaveView } from './save-view'
import type { Sort, View } from './types'
import type { TableModel } from './use-data-table'

/** Pause in typing before searching (ms). */
const TYPING_MS = 250

/** The bar above the rows: views, search and filters. */
export function Toolbar<Row>({ model }: { model: TableModel<Row> }) {
  return (
    <div className="border-b border-line">
      <Views model={model} />
      {/* In a low window, or at 200 % zoom, one line that scrolls sideways leaves room for the rows. */}
      <search className="flex flex-wrap items-center gap-2 px-4 py-3 md:px-6 low:flex-nowrap low:overflow-x-auto low:py-1 low:*:shrink-0">
        {model.definition.search && <SearchBox model={model} label={model.definition.search} />}
        {model.filters.length > 0 && <FilterBar model={model} />}
        {!model.definition.isPart && <SaveView model={model} />}
      </search>
    </div>
  )
}

function Views<Row>({ model }: { model: TableModel<Row> }) {
  const { t } = useTranslation('table')
  const { definition, query, filters, saved, layout } = model
  if (definition.isPart || (!definition.views && saved.views.length === 0)) return null
  const all: View[] = [{ id: 'all', label: t('views.all'), filters: {} }, ...(definition.views ?? [])]
  const address = addressOf(model)
  const isSaved = saved.views.some((view) => view.address === address)
  const search = (of: Parameters<typeof writeQuery>[1]) =>
    `?${writeQuery(new URLSearchParams(), of, filters).toString()}`
  const items: TabLink[] = [
    ...all.map((view) => ({
      id: `given ${view.id}`,
      to: { search: search({ search: '', sort: sortOf(view, all, query.sort), filters: view.filters }) },
      label: view.label,
      isCurrent: !isSaved && isView(view.filters, query)
    })),
    ...saved.views.map((view) => ({
      id: view.id,
      to: { search: view.address },
      label: view.label,
      isCurrent: view.address === address,
      onClick: () => layout.apply(view.columns),
      after: <ForgetView model={model} view={view} />
    }))
  ].map((item) => ({ ...item, isView: true }))
  return <TabLinks label={t('views.label')} items={items} />
}

/**
 * Returns the sort after a view was chosen: the view's own sort if it has one. Otherwise the current sort stays. If the current
 * sort is that of another view, returns null, which restores the default order.
 */
function sortOf({ sort }: View, all: readonly View[], chosen: Sort | null): Sort | null {
  const isAnothers = all.some((view) => view.sort?.column === chosen?.column && view.sort?.isDown === chosen?.isDown)
  return sort ?? (isAnothers ? null : chosen)
}

/** Moves the focus to the current cell of the table of which the element is a part. Returns false if there are no rows. */
function focusRows(element: Element | null): boolean {
  const cell = element?.closest('section')?.querySelector<HTMLElement>('[data-rows] [tabindex="0"]')
  cell?.focus()
  return Boolean(cell)
}

function SearchBox<Row>({ model, label }: { model: TableModel<Row>; label: string }) {
  const { t } = useTranslation()
  const { query, change } = model
  const box = useRef<HTMLInputElement>(null)
  useShortcut({
    keys: '/',
    label,
    group: t('shell:shortcuts.table'),
    run: () => box.current?.select(),
    isKeysOnly: true
  })
  useShortcut({
    keys: 'q',
    label: t('table:to_rows'),
    group: t('shell:shortcuts.table'),
    run: () => focusRows(box.current),
    isKeysOnly: true
  })
  const [text, setText] = useState(query.search)
  const written = useRef(query.search)
  // Updates the search box when the address changes by other means: a link, Back or "Clear".
  useEffect(() => {
    if (query.search !== written.current) setText(query.search)
    written.current = query.search
  }, [query.search])
  // biome-ignore lint/correctness/useExhaustiveDependencies: only a change of the text starts the timer
  useEffect(() => {
    if (text.trim() === query.search) return
    const timer = setTimeout(() => {
      written.current = text.trim()
      change({ search: text.trim() })
    }, TYPING_MS)
    return () => clearTimeout(timer)
  }, [text])
  return (
    <div className="relative w-full sm:w-72">
      <Search aria-hidden className="pointer-events-none absolute start-3 top-1/2 size-4 -translate-y-1/2 text-muted" />
      <Input
        ref={box}
        type="search"
        data-search
        aria-keyshortcuts="/"
        aria-label={label}
        placeholder={label}
        autoComplete="off"
        spellCheck={false}
        // The field is padded for the icon on both sides, so that text in either direction starts beside it.
        className="h-9 px-9 text-sm"
        value={text}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === 'ArrowDown' && focusRows(event.currentTarget)) event.preventDefault()
        }}
      />
    </div>
  )
}
