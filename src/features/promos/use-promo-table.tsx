import type { TFunction } from 'i18next'
import { Copy, Eye, EyeOff, Pencil, Plus, TicketPercent, Trash2 } from 'lucide-react'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useNavigate } from 'react-router-dom'
import type { Column, Filter, TableDefinition } from '@/components/data-table'
import { Button } from '@/components/ui/button'
import { paths } from '@/config/paths'
import { numberLimits } from '@/types/limits'
import { changePromo, getPromo, promoSource, promos } from './api'
import { KINDS, type Promo, STATES } from './model'
import { PromoState, usePromoWords } from './promo-words'

type Words = ReturnType<typeof usePromoWords>

function promoColumns(t: TFunction<'promos'>, words: Words): Column<Promo>[] {
  const label = (id: string) => t(`column.${id}`)
  const [min, max] = numberLimits.promos.promo_usage_limit
  return [
    { id: 'name', label: label('name'), value: (row) => row.promo_name, sortable: true, width: 168 },
    {
      id: 'state',
      label: label('state'),
      value: (row) => t(`state.${row.state}`),
      cell: (row) => <PromoState promo={row} />,
      width: 112
    },
    { id: 'type', label: label('type'), value: (row) => t(`kind.${row.promo_discount_type}`), width: 88 },
    {
      id: 'value',
      label: label('value'),
      value: (row) => row.promo_discount_value,
      kind: 'number',
      cell: words.value,
      width: 104
    },
    { id: 'max', label: label('max'), value: (row) => row.max_promo_discount_value || null, kind: 'money', width: 112 },
    { id: 'min_order', label: label('min_order'), value: (row) => row.min_order, kind: 'money', width: 112 },
    {
      id: 'validity',
      label: label('validity'),
      value: (row) => row.promo_validity,
      kind: 'day',
      sortable: true,
      width: 120
    },
    { id: 'uses', label: label('uses'), value: (row) => row.user_avail, kind: 'number', sortable: 'desc', width: 88 },
    {
      id: 'limit',
      label: label('limit'),
      value: (row) => row.promo_usage_limit,
      kind: 'number',
      width: 104,
      editor: {
        type: 'number',
        min,
        max,
        save: (row, limit) => changePromo(row, { promo_usage_limit: Number(limit), version: row.version })
      }
    },
    {
      id: 'listed',
      label: label('listed'),
      value: (row) => row.listed,
      cell: (row) => t(row.listed ? 'form:on' : 'form:off'),
      width: 96,
      editor: {
        type: 'switch',
        save: (row, listed) => changePromo(row, { listed: listed === true, version: row.version })
      }
    },
    { id: 'description', label: label('description'), value: (row) => row.promo_description, width: 240 },
    {
      id: 'created',
      label: label('created'),
      value: (row) => row.created_at,
      kind: 'moment',
      sortable: 'desc',
      width: 160
    },
    { id: 'id', label: label('id'), value: (row) => row.id, hidden: true }
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

/** Promotions as a table. */
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
