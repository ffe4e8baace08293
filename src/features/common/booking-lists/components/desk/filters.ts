import type { TFunction } from 'i18next'
import type { Filter, View } from '@/components/data-table'
import { STATUSES } from '@/entities/booking'
import { catalogueFilter } from '@/entities/car'
import { personFilter } from '@/entities/person'
import { RUNNING } from '@/types/statuses'

/** Defines the desk's filters. Figures on other pages link to filtered lists by the ids of these filters. */
export function bookingFilters(t: TFunction<['bookings', 'desk']>, isAdmin: boolean): Filter[] {
  const words = { ask: t('filter.name'), none: t('filter.none') }
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
    { id: 'earned', label: t('filter.earned'), kind: 'dates', asDays: true },
    catalogueFilter('car', t('column.car_type'), 'car_types', words),
    // Only for admins. A fleet admin sees the bookings of only one fleet, and zones belong to the operator.
    ...(isAdmin
      ? [
          personFilter('fleet', t('filter.fleet'), 'fleetadmin'),
          catalogueFilter('zone', t('filter.zone'), 'zones', words)
        ]
      : []),
    {
      id: 'by',
      label: t('column.cancelled_by'),
      kind: 'choice',
      options: ['rider', 'driver', 'admin', 'system'].map((value) => ({ value, label: t(`cancelled_by.${value}`) }))
    },
    {
      id: 'milestone',
      label: t('filter.milestone'),
      kind: 'choice',
      options: ['accepted', 'arrived'].map((value) => ({ value, label: t(`milestone.${value}`) }))
    },
    { id: 'later', label: t('filter.later'), kind: 'switch' },
    { id: 'unserved', label: t('filter.unserved'), kind: 'switch' },
    { id: 'attention', label: t('attention:title'), kind: 'switch' }
  ]
}

/**
 * Returns the predefined views of the desk's table.
 *
 * @param today today's date in the operator's time zone
 */
export const bookingViews = (t: TFunction<['bookings', 'desk']>, today: string): View[] => [
  { id: 'attention', label: t('attention:title'), filters: { attention: ['yes'] } },
  {
    id: 'now',
    label: t('view.now'),
    filters: { status: [...RUNNING], later: ['no'] },
    sort: { column: 'late', isDown: true }
  },
  { id: 'today', label: t('view.today'), filters: { trip: [today, today] }, sort: { column: 'trip', isDown: false } },
  {
    id: 'later',
    label: t('view.later'),
    filters: { later: ['yes'] },
    sort: { column: 'trip', isDown: false }
  },
  { id: 'unpaid', label: t('view.unpaid'), filters: { status: ['PENDING'] } },
  { id: 'unserved', label: t('view.unserved'), filters: { unserved: ['yes'] } },
  { id: 'cancelled', label: t('view.cancelled'), filters: { status: ['CANCELLED'] } }
]
