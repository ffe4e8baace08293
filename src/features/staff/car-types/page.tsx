import { CarFront, Copy, Pencil, Plus, Trash2 } from 'lucide-react'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useNavigate } from 'react-router-dom'
import { DataTable, RowCard, type TableDefinition } from '@/components/data-table'
import { rowOrder } from '@/components/data-table/order'
import { Alert } from '@/components/ui/alert'
import { Button } from '@/components/ui/button'
import { paths } from '@/config/paths'
import { CarImage } from '@/entities/car'
import { useTableHost } from '@/entities/person'
import { useFormat, useIsDemo } from '@/entities/settings'
import { useErrorText } from '@/lib/server/use-error-text'
import { carTypes, orderCarTypes } from './commands'
import { DeleteCarType } from './components/delete-car-type'
import { CarTypePeek } from './components/table/car-type-peek'
import { CATEGORIES, carTypeFilters, carTypeTableColumns } from './components/table/columns'
import { carTypeSource } from './components/table/source'
import type { CarTypeRow } from './model'

interface Deletion {
  row: CarTypeRow
  onDone: () => void
}

/** The page that lists the car types in the order that riders see. */
export function CarTypesPage() {
  const [asked, ask] = useState<Deletion | null>(null)
  const host = useTableHost()
  const definition = useCarTypeTable(ask, host.paper.decimals)
  return (
    <main id="main" className="h-[calc(100svh-var(--bar,4.5rem))] min-h-[30rem]">
      <DataTable definition={definition} host={host} />
      {asked && (
        <DeleteCarType
          carType={asked.row}
          onClose={() => ask(null)}
          onDone={() => {
            asked.onDone()
            ask(null)
          }}
        />
      )}
    </main>
  )
}

function useCarTypeTable(onDelete: (asked: Deletion) => void, decimals: number): TableDefinition<CarTypeRow> {
  const { t } = useTranslation('cartypes')
  const go = useNavigate()
  const errorText = useErrorText()
  const format = useFormat()
  const isDemo = useIsDemo()
  return useMemo(() => {
    const remove = { id: 'delete', label: t('delete'), icon: Trash2, isDanger: true }
    const columns = carTypeTableColumns(t, format, decimals, isDemo)
    const edit = (id: string) => void go(paths.carType(id))
    return {
      id: 'cartypes',
      label: t('title'),
      columns,
      filters: carTypeFilters(t),
      views: CATEGORIES.map((id) => ({ id, label: t(`categories.${id}`), filters: { category: [id] } })),
      search: t('search'),
      source: carTypeSource,
      rowId: ({ id }) => id,
      rowName: ({ name }) => name,
      rowLink: ({ id }) => paths.carType(id),
      actions: (row, { refresh }) => [
        { id: 'edit', label: t('change'), icon: Pencil, onSelect: () => edit(row.id) },
        { id: 'copy', label: t('duplicate'), icon: Copy, onSelect: () => edit(`new?from=${row.id}`) },
        { ...remove, onSelect: () => onDelete({ row, onDone: () => void refresh() }) }
      ],
      bulk: isDemo
        ? []
        : [{ ...remove, question: (count) => t('question', { count }), run: ({ id }) => carTypes.remove(id) }],
      peek: { content: (row) => <CarTypePeek row={row} columns={columns} /> },
      card: (row) => (
        <div className="flex items-start gap-3">
          <CarImage image={row.image} className="h-6 w-14 shrink-0" />
          <div className="min-w-0 flex-1">
            <RowCard
              title={row.name}
              parts={[t(`categories.${row.category}`), row.extra_info]}
              figure={format.money(row.min_fare)}
            />
          </div>
        </div>
      ),
      empty: { title: t('cars:no_cars'), hint: t('empty'), icon: CarFront },
      live: { topic: 'catalogue', events: ['car_types'] },
      action: (
        <Button asChild variant="accent">
          <Link to={paths.carType('new')}>
            <Plus aria-hidden />
            {t('new')}
          </Link>
        </Button>
      ),
      order: rowOrder(orderCarTypes, isDemo),
      above: isDemo && <Alert className="mx-4 mb-3 md:mx-6">{errorText('demo_mode')}</Alert>
    }
  }, [t, go, errorText, format, decimals, isDemo, onDelete])
}
