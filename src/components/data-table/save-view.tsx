import { Bookmark, X } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Kbd } from '@/components/ui/kbd'
import { Popover, PopoverContent, PopoverTrigger } from '@/components/ui/popover'
import { useShortcut } from '@/lib/page/shortcuts'
import { toast } from '@/lib/page/toast'
import { lazyGeneric } from './lazy-generic'
import { PopoverPart } from './popover-part'
import { writeQuery } from './query'
import type { SavedView } from './saved-views'
import type { TableModel } from './use-data-table'

const KEYS = 'v'

const loadForm = () => import('./view-form')
const ViewForm = lazyGeneric(() => loadForm().then((part) => part.ViewForm))

/** Returns the table's parameters of the address (search, filters, sort) as a query string. */
export const addressOf = <Row,>({ query, filters }: TableModel<Row>): string =>
  writeQuery(new URLSearchParams(), query, filters).toString()

/**
 * A button that saves the current filters, sort and columns as a named view. Shown if the rows are filtered or sorted and no
 * saved view has the same filters and sort.
 */
export function SaveView<Row>({ model }: { model: TableModel<Row> }) {
  const { t } = useTranslation('table')
  const { saved, query, isNarrowed } = model
  const [isOpen, setOpen] = useState(false)
  const address = addressOf(model)
  const isKnown = saved.views.some((view) => view.address === address)
  const isOffered = !isKnown && (isNarrowed || query.sort !== null)
  // Loads the form in advance, so that the person can type as soon as they have pressed the button.
  useEffect(() => {
    if (isOffered) void loadForm()
  }, [isOffered])
  useShortcut({
    keys: KEYS,
    label: t('views.save'),
    group: t('shell:shortcuts.table'),
    run: () => setOpen(true),
    isOff: !isOffered
  })
  if (!isOffered) return null
  return (
    <Popover open={isOpen} onOpenChange={setOpen}>
      <PopoverTrigger
        aria-keyshortcuts={KEYS}
        className="inline-flex h-8 items-center gap-1.5 rounded-control px-2 text-sm text-muted hover:bg-soft hover:text-ink"
      >
        <Bookmark aria-hidden className="size-4" />
        {t('views.save')}
        <Kbd keys={KEYS} className="max-lg:hidden" />
      </PopoverTrigger>
      <PopoverContent aria-label={t('views.save')} align="end">
        <PopoverPart height="h-36">
          <ViewForm model={model} address={address} onDone={() => setOpen(false)} />
        </PopoverPart>
      </PopoverContent>
    </Popover>
  )
}

/** The button that removes a saved view; the toast offers to restore it. */
export function ForgetView<Row>({ model, view }: { model: TableModel<Row>; view: SavedView }) {
  const { t } = useTranslation('table')
  const { saved } = model
  const forget = () => {
    const before = saved.views
    saved.remove(view.id)
    toast('success', t('views.removed', { name: view.label }), {
      label: t('edit.undo'),
      run: () => saved.restore(before)
    })
  }
  return (
    <button
      type="button"
      aria-label={t('views.remove', { name: view.label })}
      className="grid size-6 place-items-center rounded-control text-muted hover:bg-soft hover:text-ink"
      onClick={forget}
    >
      <X aria-hidden className="size-3.5" />
    </button>
  )
}
