import type { TFunction } from 'i18next'
import { Copy, Eye, EyeOff, Pencil, Plus, TicketPercent, Trash2 } from 'lucide-react'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useNavigate } from 'react-router-dom'
import type { Column, Filter, TableDefinition } from '@/components/data-table'
import { Button } from '@/components/ui/button'
import { paths } from '@/config/paths'
import { numberLimits } from '@/types/limits'
import { changePromo, promos } from '../commands'
import type { Promo } from '../components/promo-form'
import { PromoState, usePromoWords } from '../components/promo-words'
import { promoSource } from '../components/source'
import { KINDS, STATES } from '../model'
import { getPromo } from '../queries'

type Words = ReturnType<typeof usePromoWords>

function promoColumns(t: TFunction<'promos'>, words: Words): Column<Promo>[] {
  const column = (id: string, width: number, value: Column<Promo>['value'], more: Partial<Column<Promo>> = {}) => ({
    ...{ id, width, value, label: t(`column.${id}`) },
    ...more
  })
  const [min, max] = numberLimits.promos.promo_usage_limit
  const edit = (row: Promo, part: Parameters<typeof changePromo>[1]) =>
    changePromo(row, { ...part, version: row.version })
  return [
    column('name', 144, (row) => row.promo_name, { sortable: true }),
    column('state', 148, (row) => t(`state.${row.state}`), { cell: (row) => <PromoState promo={row} /> }),
    column('value', 96, (row) => row.promo_discount_value, { kind: 'number', cell: words.value }),
    column('validity', 132, (row) => row.promo_validity, { kind: 'day', sortable: true }),
    column('uses', 100, (row) => row.user_avail, { kind: 'number', sortable: 'desc' }),
    column('limit', 104, (row) => row.promo_usage_limit, {
      kind: 'number',
      editor: { type: 'number', min, max, save: (row, limit) => edit(row, { promo_usage_limit: Number(limit) }) }
    }),
    column('listed', 120, (row) => row.listed, {
      cell: (row) => t(row.listed ? 'table:yes' : 'table:no'),
      editor: { type: 'switch', save: (row, listed) => edit(row, { listed: listed === true }) }
    }),
    column('min_order', 140, (row) => row.min_order, { kind: 'money' }),
    column('max', 136, (row) => row.max_promo_discount_value || null, { kind: 'money' }),
    column('type', 88, (row) => t(`kind.${row.promo_discount_type}`)),
    column('description', 240, (row) => row.promo_description),
    column('created', 160, (row) => row.created_at, { kind: 'moment', sortable: 'desc' }),
    column('id', 200, (row) => row.id, { hidden: true })
  ]
}

const promoFilters = (t: TFunction<'promos'>): Filter[] => [
  {
    id: 'state',
    label: t('column.state'),
    kind: 'choice',
    options: STATES.map((value) => ({ value, label: t(`state.${value}`) }))
  },
  {
    id: 'type',
    label: t('column.type'),
    kind: 'choice',
    options: KINDS.map((value) => ({ value, label: t(`kind.${value}`) }))
  },
  { id: 'listed', label: t('column.listed'), kind: 'switch' },
  { id: 'validity', label: t('column.validity'), kind: 'dates' }
]

/** Returns the definition of the table of promotions. */
export function usePromoTable(onDelete: (row: Promo) => void): TableDefinition<Promo> {
  const { t } = useTranslation('promos')
  const go = useNavigate()
  const words = usePromoWords()
  return useMemo(() => {
    const bulk = (id: string, icon: typeof Eye, run: (row: Promo) => Promise<unknown>, isDanger = false) => ({
      id,
      label: t(`action.${id}`),
      icon,
      isDanger,
      question: (count: number) => t(`question.${id}`, { count }),
      run
    })
    return {
      id: 'promos',
      label: t('title'),
      columns: promoColumns(t, words),
      filters: promoFilters(t),
      views: STATES.map((id) => ({ id, label: t(`state.${id}`), filters: { state: [id] } })),
      search: t('search'),
      source: promoSource,
      rowId: ({ id }) => id,
      rowName: ({ promo_name }) => promo_name,
      rowLink: ({ id }) => paths.promo(id),
      actions: (row) => [
        { id: 'edit', label: t('edit'), icon: Pencil, onSelect: () => void go(paths.promo(row.id)) },
        {
          id: 'copy',
          label: t('duplicate'),
          icon: Copy,
          onSelect: () => void go(`${paths.promo('new')}?from=${row.id}`)
        },
        { id: 'delete', label: t('action.delete'), icon: Trash2, isDanger: true, onSelect: () => onDelete(row) }
      ],
      bulk: [
        bulk('list', Eye, (row) => changePromo(row, { listed: true })),
        bulk('hide', EyeOff, (row) => changePromo(row, { listed: false })),
        bulk('delete', Trash2, ({ id }) => promos.remove(id), true)
      ],
      peek: {
        footer: (row) => (
          <Button asChild variant="outline" className="flex-1">
            <Link to={paths.promo(row.id)}>{t('edit')}</Link>
          </Button>
        )
      },
      empty: { title: t('no_promos'), hint: t('empty'), icon: TicketPercent },
      live: {
        topic: 'admin',
        events: ['promos'],
        idOf: ({ payload }) => (typeof payload.id === 'string' ? payload.id : null),
        one: getPromo
      },
      action: (
        <Button asChild variant="accent">
          <Link to={paths.promo('new')}>
            <Plus aria-hidden />
            {t('new')}
          </Link>
        </Button>
      )
    }
  }, [t, go, words, onDelete])
}
