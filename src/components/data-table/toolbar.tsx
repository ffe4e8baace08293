import { Search } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { Input } from '@/components/ui/input'
import { cn } from '@/lib/utils'
import { FilterBar } from './filter-bar'
import { isView, writeQuery } from './query'
import { addressOf, ForgetView, SaveView } from './save-view'
import type { TableModel } from './use-data-table'

/** A pause in typing after which is searched (ms). */
const TYPING_MS = 250

/** What is shown: the views, the search and the filters. */
export function Toolbar<Row>({ model }: { model: TableModel<Row> }) {
  return (
    <div className="border-b border-line">
      <Views model={model} />
      <search className="flex flex-wrap items-center gap-2 px-4 py-3 md:px-6">
        {model.definition.search && <SearchBox model={model} label={model.definition.search} />}
        {model.filters.length > 0 && <FilterBar model={model} />}
        <SaveView model={model} />
      </search>
    </div>
  )
}

const tabClasses = (isCurrent: boolean) =>
  cn(
    'inline-flex h-10 items-center border-b-2 border-transparent text-sm whitespace-nowrap text-muted hover:text-ink',
    isCurrent && 'border-ink font-semibold text-ink'
  )

function Views<Row>({ model }: { model: TableModel<Row> }) {
  const { t } = useTranslation('table')
  const { definition, query, filters, saved, layout } = model
  if (!definition.views && saved.views.length === 0) return null
  const all = [{ id: 'all', label: t('views.all'), filters: {} }, ...(definition.views ?? [])]
  const address = addressOf(model)
  const isSaved = saved.views.some((view) => view.address === address)
  return (
    <nav aria-label={t('views.label')} className="overflow-x-auto border-b border-line px-4 md:px-6">
      <ul className="flex gap-5">
        {all.map((view) => {
          const isCurrent = !isSaved && isView(view.filters, query)
          const to = writeQuery(
            new URLSearchParams(),
            { search: '', sort: query.sort, filters: view.filters },
            filters
          ).toString()
          return (
            <li key={view.id}>
              <Link
                to={{ search: to }}
                replace
                aria-current={isCurrent ? 'page' : undefined}
                className={tabClasses(isCurrent)}
              >
                {view.label}
              </Link>
            </li>
          )
        })}
        {saved.views.map((view) => {
          const isCurrent = view.address === address
          return (
            <li key={view.id} className="flex items-center gap-1">
              <Link
                to={{ search: view.address }}
                replace
                dir="auto"
                aria-current={isCurrent ? 'page' : undefined}
                className={tabClasses(isCurrent)}
                onClick={() => layout.apply(view.columns)}
              >
                {view.label}
              </Link>
              {isCurrent && <ForgetView model={model} view={view} />}
            </li>
          )
        })}
      </ul>
    </nav>
  )
}

function SearchBox<Row>({ model, label }: { model: TableModel<Row>; label: string }) {
  const { query, change } = model
  const [text, setText] = useState(query.search)
  const written = useRef(query.search)
  // A link, Back or "Clear" changes the address without this box.
  useEffect(() => {
    if (query.search !== written.current) setText(query.search)
    written.current = query.search
  }, [query.search])
  // biome-ignore lint/correctness/useExhaustiveDependencies: the address follows when the typing rests
  useEffect(() => {
    if (text.trim() === query.search) return
    const timer = setTimeout(() => {
      written.current = text.trim()
      change({ search: text.trim() })
    }, TYPING_MS)
    return () => clearTimeout(timer)
  }, [text])
  return (
    <div className="relative w-full sm:w-60">
      <Search aria-hidden className="pointer-events-none absolute start-3 top-1/2 size-4 -translate-y-1/2 text-muted" />
      <Input
        type="search"
        data-search
        aria-label={label}
        placeholder={label}
        autoComplete="off"
        spellCheck={false}
        // An empty field of either direction keeps clear of the icon.
        className="h-9 px-9 text-sm"
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
    </div>
  )
}
