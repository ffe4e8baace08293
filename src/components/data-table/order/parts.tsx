import { ArrowDown, ArrowUp, ArrowUpToLine, GripVertical } from 'lucide-react'
import type { PointerEvent, RefObject } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '@/components/ui/button'
import { MenuItem } from '@/components/ui/menu'
import { cn } from '@/lib/utils'
import type { OrderedTable } from '../types/order'

interface HandleProps {
  model: OrderedTable
  place: number
  onPointerDown: (event: PointerEvent<HTMLElement>) => void
}

/** The handle for dragging a row. It is not focusable: keyboard users move rows by Alt and an arrow, or by the row's menu. */
export function OrderHandle({ model, place, onPointerDown }: HandleProps) {
  const { t } = useTranslation('table')
  const { order, pager, rows } = model
  if (!order) return null
  return (
    <>
      <span className="sr-only">{t('order.place', { place: place + 1, count: pager?.count ?? rows.rows.length })}</span>
      <span
        aria-hidden
        data-handle=""
        title={t(order.canMove ? 'order.drag' : 'order.blocked')}
        className={cn(
          'grid size-8 touch-none place-items-center text-muted select-none',
          order.canMove ? 'cursor-grab hover:text-ink active:cursor-grabbing' : 'cursor-not-allowed opacity-40'
        )}
        onPointerDown={onPointerDown}
      >
        <GripVertical className="size-4" />
      </span>
    </>
  )
}

/** The entries of a row's menu that move the row up, down or to the top. */
export function OrderItems({ live, place }: { live: RefObject<OrderedTable>; place: number }) {
  const { t } = useTranslation('table')
  const { order, pager, rows } = live.current
  if (!order) return null
  const count = pager?.count ?? rows.rows.length
  if (!order.canMove) return <p className="max-w-60 px-3 py-2 text-xs text-muted">{t('order.blocked')}</p>
  const item = (words: 'up' | 'down' | 'top', Icon: typeof ArrowUp, to: number) => (
    <MenuItem disabled={to < 0 || to >= count || to === place} onSelect={() => order.move(place, to)}>
      <Icon aria-hidden />
      {t(`order.${words}`)}
    </MenuItem>
  )
  return (
    <>
      {item('up', ArrowUp, place - 1)}
      {item('down', ArrowDown, place + 1)}
      {item('top', ArrowUpToLine, 0)}
    </>
  )
}

/** A note that says why rows cannot be moved now, with a button that shows the whole list in its own order. */
export function OrderNote({ model }: { model: OrderedTable }) {
  const { t } = useTranslation('table')
  if (!model.order || model.order.isOwn) return null
  return (
    <span className="flex flex-wrap items-center gap-x-2">
      {t('order.blocked')}
      <Button
        size="sm"
        variant="ghost"
        className="h-7 text-xs"
        onClick={() => model.change({ search: '', sort: null, filters: {} })}
      >
        {t('order.show_own')}
      </Button>
    </span>
  )
}
