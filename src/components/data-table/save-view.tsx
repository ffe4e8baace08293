import { Bookmark, X } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '@/components/ui/button'
import { Field } from '@/components/ui/field'
import { Input } from '@/components/ui/input'
import { Popover, PopoverContent, PopoverTrigger } from '@/components/ui/popover'
import { isTooLong } from '@/lib/text-limit'
import { toast } from '@/lib/toast'
import { writeQuery } from './query'
import { LONGEST_NAME, type SavedView } from './saved-views'
import type { TableModel } from './use-data-table'

/** What the address says of the table, and of nothing else. */
export const addressOf = <Row,>({ query, filters }: TableModel<Row>): string =>
  writeQuery(new URLSearchParams(), query, filters).toString()

/** Names the rows and columns that are shown, once they are other than at first. */
export function SaveView<Row>({ model }: { model: TableModel<Row> }) {
  const { t } = useTranslation('table')
  const { layout, saved, query, isNarrowed } = model
  const [isOpen, setOpen] = useState(false)
  const [name, setName] = useState('')
  const address = addressOf(model)
  const isKnown = saved.views.some((view) => view.address === address)
  if (isKnown || (!isNarrowed && !query.sort)) return null
  const save = (event: FormEvent) => {
    event.preventDefault()
    const label = name.trim()
    if (!label || isTooLong(label, LONGEST_NAME)) return
    saved.add({ label, address, columns: { order: layout.order, shown: layout.shown } })
    setName('')
    setOpen(false)
    toast('success', t('views.saved', { name: label }))
  }
  return (
    <Popover open={isOpen} onOpenChange={setOpen}>
      <PopoverTrigger className="inline-flex h-8 items-center gap-1.5 rounded-control px-2 text-sm text-muted hover:bg-soft hover:text-ink">
        <Bookmark aria-hidden className="size-4" />
        {t('views.save')}
      </PopoverTrigger>
      <PopoverContent aria-label={t('views.save')} align="end">
        <form className="space-y-3" onSubmit={save}>
          <Field isDense label={t('views.name')} limit={{ text: name, of: LONGEST_NAME }}>
            {(control) => (
              <Input
                {...control}
                autoFocus
                dir="auto"
                autoComplete="off"
                className="h-9 text-sm"
                value={name}
                onChange={(event) => setName(event.target.value)}
              />
            )}
          </Field>
          <p className="text-xs text-muted">{t('views.hint')}</p>
          <Button type="submit" size="sm" variant="ink" className="w-full" disabled={!name.trim()}>
            {t('views.save')}
          </Button>
        </form>
      </PopoverContent>
    </Popover>
  )
}

/** Takes a view away; it comes back by the toast. */
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
