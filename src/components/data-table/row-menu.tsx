import { MoreHorizontal } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Menu, MenuContent, MenuItem, MenuTrigger } from '@/components/ui/menu'
import { Skeleton } from '@/components/ui/skeleton'
import { useErrorText } from '@/lib/use-error-text'
import { cn } from '@/lib/utils'
import type { RowAction, TableDefinition } from './types'

interface RowMenuProps<Row> {
  definition: TableDefinition<Row>
  row: Row
  tabIndex: number
}

/** What may be done to a row. The server says so, when the menu opens. */
export function RowMenu<Row>({ definition, row, tabIndex }: RowMenuProps<Row>) {
  const { t } = useTranslation('table')
  const errorText = useErrorText()
  const [actions, setActions] = useState<readonly RowAction[] | null>(null)
  const [error, setError] = useState<unknown>(null)
  const open = (isOpen: boolean) => {
    if (!isOpen || !definition.actions) return
    setActions(null)
    setError(null)
    Promise.resolve(definition.actions(row)).then(setActions, setError)
  }
  const name = definition.rowName(row)
  return (
    <Menu onOpenChange={open}>
      <MenuTrigger
        data-widget
        tabIndex={tabIndex}
        aria-label={t('actions_of', { name })}
        className="grid size-6 place-items-center rounded-[6px] text-muted hover:bg-line hover:text-ink data-[state=open]:bg-line data-[state=open]:text-ink"
      >
        <MoreHorizontal aria-hidden className="size-4" />
      </MenuTrigger>
      <MenuContent aria-label={t('actions_of', { name })} aria-busy={!actions && !error}>
        {error ? <p className="px-3 py-2 text-sm text-bad">{errorText(error)}</p> : null}
        {!actions && !error && <Skeleton className="m-1 h-8" />}
        {actions?.length === 0 && <p className="px-3 py-2 text-sm text-muted">{t('no_actions')}</p>}
        {actions?.map(({ id, label, icon: Icon, isDanger, onSelect }) => (
          <MenuItem key={id} onSelect={onSelect} className={cn(isDanger && 'text-bad [&_svg]:text-bad')}>
            {Icon && <Icon aria-hidden />}
            {label}
          </MenuItem>
        ))}
      </MenuContent>
    </Menu>
  )
}
