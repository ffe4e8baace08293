import { MoreHorizontal, Pencil } from 'lucide-react'
import { type RefObject, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Kbd } from '@/components/ui/kbd'
import { Menu, MenuContent, MenuItem, MenuSeparator, MenuTrigger } from '@/components/ui/menu'
import { Skeleton } from '@/components/ui/skeleton'
import { ariaKeys } from '@/lib/page/keys'
import { useErrorText } from '@/lib/server/use-error-text'
import { cn } from '@/lib/utils'
import type { RowAction, TableDefinition } from './types'
import type { TableModel } from './use-data-table'

interface RowMenuProps<Row> {
  definition: TableDefinition<Row>
  row: Row
  /** Returns the row's current position on the page. */
  indexNow: () => number
  /** The current table, for event handlers: a memoized row still has an older `model`. */
  live: RefObject<TableModel<Row>>
  tabIndex: number
}

/** The menu with a row's actions, editable columns and links. The actions are requested when the menu opens. */
export function RowMenu<Row>({ definition, row, indexNow, live, tabIndex }: RowMenuProps<Row>) {
  const { t } = useTranslation('table')
  const errorText = useErrorText()
  const [actions, setActions] = useState<readonly RowAction[] | null>(null)
  const [error, setError] = useState<unknown>(null)
  const open = (isOpen: boolean) => {
    if (!isOpen || !definition.actions) return
    setActions(null)
    setError(null)
    Promise.resolve(definition.actions(row, { refresh: () => live.current.rows.refresh() })).then(setActions, setError)
  }
  const { order } = live.current
  // The editable columns, which the menu offers for editing. If rows have their own page, they are edited there, so the menu
  // offers no columns.
  const changes = definition.rowLink
    ? []
    : definition.columns.filter(({ editor }) => editor && editor.canEdit?.(row) !== false)
  const links = definition.columns.flatMap(({ label, value, link }) => {
    const to = link?.(row)
    return to ? [{ to, words: t('follow', { column: label, name: String(value(row) ?? '') }) }] : []
  })
  const edited = useRef<string | null>(null)
  const isWaiting = definition.actions !== undefined && !actions && !error
  const label = t('actions_of', { name: definition.rowName(row) })
  return (
    <Menu onOpenChange={open}>
      <MenuTrigger
        data-widget
        tabIndex={tabIndex}
        aria-label={label}
        className="grid size-6 place-items-center rounded-[6px] text-muted hover:bg-line hover:text-ink data-[state=open]:bg-line data-[state=open]:text-ink"
      >
        <MoreHorizontal aria-hidden className="size-4" />
      </MenuTrigger>
      <MenuContent
        aria-label={label}
        aria-busy={isWaiting}
        onCloseAutoFocus={(event) => {
          // The menu holds the focus until it has closed; then the editor of the chosen cell takes the focus.
          if (edited.current && live.current.edit?.begin(row, edited.current)) event.preventDefault()
          edited.current = null
        }}
      >
        {error ? <p className="px-3 py-2 text-sm text-bad">{errorText(error)}</p> : null}
        {isWaiting && <Skeleton className="m-1 h-8" />}
        {changes.map(({ id, label }) => (
          <MenuItem
            key={id}
            onSelect={() => {
              edited.current = id
            }}
          >
            <Pencil aria-hidden />
            {t('edit.change', { column: label })}
          </MenuItem>
        ))}
        {actions?.length === 0 && !order && changes.length === 0 && links.length === 0 && (
          <p className="px-3 py-2 text-sm text-muted">{t('no_actions')}</p>
        )}
        {actions?.map(({ id, label, keys, icon: Icon, isDanger, onSelect }) => (
          <MenuItem
            key={id}
            onSelect={onSelect}
            aria-keyshortcuts={keys && ariaKeys(keys)}
            className={cn(isDanger && 'text-bad [&_svg]:text-bad')}
          >
            {Icon && <Icon aria-hidden />}
            {label}
            {keys && <Kbd keys={keys} className="ms-auto" />}
          </MenuItem>
        ))}
        {links.map(({ to, words }) => (
          <MenuItem key={to} onSelect={() => live.current.follow(to)}>
            {words}
          </MenuItem>
        ))}
        {order && (definition.actions || changes.length > 0) && <MenuSeparator />}
        {order && <order.Items live={live} place={live.current.first + indexNow()} />}
      </MenuContent>
    </Menu>
  )
}
