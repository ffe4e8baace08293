import { ArrowDown, ArrowUp, ArrowUpToLine, GripVertical } from 'lucide-react'
import type { PointerEvent, RefObject } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '@/components/ui/button'
import { MenuItem } from '@/components/ui/menu'
import { cn } from '@/lib/utils'
import type { TableModel } from './use-data-table'
import type { OrderModel } from './use-shown-rows'

interface HandleProps {
  order: OrderModel
  index: number
  onPointerDown: (event: PointerEvent<HTMLElement>) => void
}

/** What a row is dragged by. The keyboard and the row's menu do the same, so it is none of their stops. */
export function OrderHandle({ order, index, onPointerDown }: HandleProps) {
  const { t } = useTranslation('table')
  return (
    <>
      <span className="sr-only">{t('order.place', { place: order.first + index + 1, count: order.count })}</span>
      <span
        aria-hidden
        data-handle=""
        title={t(order.canMove ? 'order.drag' : 'order.blocked')}
        className={cn(
          'grid size-8 touch-none place-items-center text-muted select-none',
          order.canMove ? 'cursor-grab hover:text-ink active:cursor-grabbing' : 'cursor-not-allowed opacity-40'
        )}
        onPointerDown={order.canMove ? onPointerDown : undefined}
      >
        <GripVertical className="size-4" />
      </span>
    </>
  )
}

/** Where a row may go, in its menu. */
export function OrderItems<Row>({ live, index }: { live: RefObject<TableModel<Row>>; index: number }) {
  const { t } = useTranslation('table')
  const { order } = live.current
  if (!order) return null
  const place = order.first + index
  if (!order.canMove) return <p className="max-w-60 px-3 py-2 text-xs text-muted">{t('order.blocked')}</p>
  const item = (words: 'up' | 'down' | 'top', Icon: typeof ArrowUp, to: number) => (
    <MenuItem
      disabled={to < 0 || to >= order.count || to === place}
      onSelect={() => order.move(index, to - order.first)}
    >
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

/** Why rows cannot be moved now, and the way to where they can. */
export function OrderNote<Row>({ model }: { model: TableModel<Row> }) {
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
