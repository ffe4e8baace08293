import type { TFunction } from 'i18next'
import type { Filter, View } from '@/components/data-table'
import { ACTIVE_STATUSES, STATUSES } from '@/entities/booking'
import { personFilter } from '@/entities/person'

/** What the desk narrows its bookings by. Figures on other pages link to rows by these names. */
export function bookingFilters(t: TFunction<'bookings'>): Filter[] {
  return [
    {
      id: 'status',
      label: t('filter.status'),
      kind: 'choices',
      options: STATUSES.map((value) => ({ value, label: t(`common:status.${value}`) }))
    },
    { id: 'created', label: t('column.created'), kind: 'dates' },
    { id: 'trip', label: t('column.time'), kind: 'dates' },
    personFilter('customer', t('column.rider'), 'rider'),
    personFilter('driver', t('column.driver'), 'driver'),
    {
      id: 'mode',
      label: t('column.mode'),
      kind: 'choice',
      options: ['cash', 'wallet', 'card'].map((value) => ({ value, label: t(`mode.${value}`) }))
    },
    { id: 'paid', label: t('filter.paid'), kind: 'switch' },
    { id: 'unserved', label: t('filter.unserved'), kind: 'switch' }
  ]
}

export const bookingViews = (t: TFunction<'bookings'>): View[] => [
  { id: 'active', label: t('view.active'), filters: { status: ACTIVE_STATUSES } },
  { id: 'unpaid', label: t('view.unpaid'), filters: { status: ['PENDING'] } },
  { id: 'unserved', label: t('view.unserved'), filters: { unserved: ['yes'] } },
  { id: 'cancelled', label: t('view.cancelled'), filters: { status: ['CANCELLED'] } }
]
