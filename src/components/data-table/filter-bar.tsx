import type { TFunction } from 'i18next'
import { Plus, X } from 'lucide-react'
import { lazy, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import useSWR from 'swr'
import { Menu, MenuContent, MenuItem, MenuTrigger } from '@/components/ui/menu'
import { Popover, PopoverContent, PopoverTrigger } from '@/components/ui/popover'
import { writtenDay } from '@/lib/time/days'
import { PopoverPart } from './popover-part'
import type { Filter } from './types'
import type { TableModel } from './use-data-table'

const loadEditors = () => import('./filter-editors')
const FilterEditor = lazy(() => loadEditors().then((part) => ({ default: part.FilterEditor })))

/** The active filters, each with its editor and remove button, and a menu for adding one. */
export function FilterBar<Row>({ model }: { model: TableModel<Row> }) {
  const { t } = useTranslation('table')
  const { filters, query, setFilter, clear, isNarrowed } = model
  // The id of the filter whose editor is open. A filter that was just added opens at once, and has no value yet.
  const [open, setOpen] = useState<string | null>(null)
  const add = useRef<HTMLButtonElement>(null)
  const isChip = ({ id }: Filter) => query.filters[id] !== undefined || open === id
  const others = filters.filter((filter) => !isChip(filter))
  return (
    <>
      {filters.filter(isChip).map((filter) => (
        <Chip
          timeZone={model.host.timeZone}
          locale={model.host.locale}
          key={filter.id}
          filter={filter}
          values={query.filters[filter.id] ?? []}
          isOpen={open === filter.id}
          onOpenChange={(isOpen) => setOpen(isOpen ? filter.id : null)}
          onChange={(values) => setFilter(filter.id, values)}
          onGone={() => add.current?.focus()}
        />
      ))}
      {others.length > 0 && (
        <Menu onOpenChange={() => void loadEditors()}>
          <MenuTrigger
            ref={add}
            className="inline-flex h-8 items-center gap-1.5 rounded-full border border-dashed border-line-strong/60 px-3 text-sm text-muted hover:bg-soft hover:text-ink"
          >
            <Plus aria-hidden className="size-4" />
            {t('filter.add')}
          </MenuTrigger>
          {/* After adding a filter, the focus goes to its editor and does not return to the menu button. */}
          <MenuContent align="start" onCloseAutoFocus={(event) => open && event.preventDefault()}>
            {others.map(({ id, label }) => (
              <MenuItem key={id} onSelect={() => setOpen(id)}>
                {label}
              </MenuItem>
            ))}
          </MenuContent>
        </Menu>
      )}
      {isNarrowed && (
        <button
          type="button"
          className="ms-auto h-8 rounded-control px-2 text-sm text-muted hover:bg-soft hover:text-ink"
          onClick={() => {
            clear()
            add.current?.focus()
          }}
        >
          {t('filter.clear')}
        </button>
      )}
    </>
  )
}

interface ChipProps {
  filter: Filter
  /** The operator's time zone, which decides what "today" is in date filters. */
  timeZone: string
  locale: string
  values: readonly string[]
  isOpen: boolean
  onOpenChange: (isOpen: boolean) => void
  onChange: (values: readonly string[]) => void
  onGone: () => void
}

function Chip({ filter, timeZone, locale, values, isOpen, onOpenChange, onChange, onGone }: ChipProps) {
  const { t } = useTranslation('table')
  const text = useChipText(filter, values, locale)
  return (
    <span className="inline-flex h-8 max-w-full items-center rounded-full border border-line bg-card text-sm">
      <Popover open={isOpen} onOpenChange={onOpenChange}>
        <PopoverTrigger className="inline-flex h-full min-w-0 items-center gap-1.5 rounded-s-full ps-3 pe-1.5 hover:bg-soft">
          <span className="text-muted">{filter.label}</span>
          <span dir="auto" className="max-w-56 truncate font-semibold">
            {text || '…'}
          </span>
        </PopoverTrigger>
        <PopoverContent
          aria-label={filter.label}
          onCloseAutoFocus={(event) => {
            if (values.length > 0) return
            event.preventDefault()
            onGone()
          }}
        >
          <PopoverPart height="h-9">
            <FilterEditor
              filter={filter}
              timeZone={timeZone}
              locale={locale}
              values={values}
              onChange={onChange}
              onDone={() => onOpenChange(false)}
            />
          </PopoverPart>
        </PopoverContent>
      </Popover>
      <button
        type="button"
        aria-label={t('filter.remove', { name: filter.label })}
        className="me-1 grid size-6 place-items-center rounded-full text-muted hover:bg-soft hover:text-ink"
        onClick={() => {
          onChange([])
          onOpenChange(false)
          onGone()
        }}
      >
        <X aria-hidden className="size-3.5" />
      </button>
    </span>
  )
}

/** A filter names up to this many chosen values. With more, it names the first one and shows the number of the others. */
const NAMED = 3

/** Returns the value of a filter as text, for the button that opens its editor. */
function useChipText(filter: Filter, values: readonly string[], locale: string): string {
  const { t } = useTranslation('table')
  const [first = '', second = ''] = values
  const { data: name } = useSWR(filter.kind === 'person' && first ? ['person-name', filter.id, first] : null, () =>
    filter.kind === 'person' ? filter.nameOf(first) : ''
  )
  if (values.length === 0) return ''
  switch (filter.kind) {
    case 'choice':
    case 'choices': {
      const labels = values.map((value) => filter.options.find((option) => option.value === value)?.label ?? value)
      return labels.length > NAMED
        ? t('filter.several', { first: labels[0], count: labels.length - 1 })
        : labels.join(', ')
    }
    case 'dates':
      return rangeText(t, first && writtenDay(first, locale), second && writtenDay(second, locale))
    case 'numbers':
      return `${rangeText(t, first, second)}${filter.unit ? ` ${filter.unit}` : ''}`
    case 'switch':
      return t(first === 'yes' ? 'yes' : 'no')
    case 'person':
      return name ?? '…'
    default:
      return first
  }
}

function rangeText(t: TFunction<'table'>, from: string, to: string): string {
  if (from && from === to) return from
  if (from && to) return `${from} – ${to}`
  return from ? t('filter.from_value', { value: from }) : t('filter.to_value', { value: to })
}
