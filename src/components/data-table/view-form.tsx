import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '@/components/ui/button'
import { Field } from '@/components/ui/field'
import { Input } from '@/components/ui/input'
import { toast } from '@/lib/page/toast'
import { isTooLong } from '@/lib/typing/text-limit'
import { LONGEST_NAME } from './saved-views'
import type { TableModel } from './use-data-table'

interface ViewFormProps<Row> {
  model: TableModel<Row>
  /** The table's parameters of the address as a query string, which the view stores. */
  address: string
  onDone: () => void
}

/** The form that asks for the name of a view and saves it. */
export function ViewForm<Row>({ model: { layout, saved }, address, onDone }: ViewFormProps<Row>) {
  const { t } = useTranslation('table')
  const [name, setName] = useState('')
  const save = (event: FormEvent) => {
    event.preventDefault()
    const label = name.trim()
    if (!label || isTooLong(label, LONGEST_NAME)) return
    saved.add({ label, address, columns: { order: layout.order, shown: layout.shown } })
    onDone()
    toast('success', t('views.saved', { name: label }))
  }
  return (
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
  )
}
