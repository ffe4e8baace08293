import type { TFunction } from 'i18next'
import type { Filter, View } from '@/components/data-table'
import { catalogueFilter } from '@/entities/car'
import { personFilter } from '@/entities/person'
import type { Kind } from '../../model/kinds'

const STANDINGS = ['approved', 'waiting', 'suspended'] as const

/** The filters for this kind of people. Fleet admins see only one fleet, so they get no fleet filter. */
export function peopleFilters(t: TFunction<'people'>, { role }: Kind, isAdmin: boolean): Filter[] {
  const standing: Filter = {
    id: 'standing',
    label: t('column.standing'),
    kind: 'choice',
    options: STANDINGS.map((value) => ({ value, label: t(`standing.${value}`) }))
  }
  const came: Filter = { id: 'never_came', label: t('filter.never_came'), kind: 'switch' }
  if (role !== 'driver') return [standing, came]
  return [
    standing,
    came,
    { id: 'active', label: t('filter.active'), kind: 'switch' },
    { id: 'papers', label: t('filter.papers'), kind: 'switch' },
    catalogueFilter('car', t('column.car_type'), 'car_types', { ask: t('filter.name'), none: t('filter.none') }),
    ...(isAdmin ? [personFilter('fleet', t('column.fleet'), 'fleetadmin')] : [])
  ]
}

export function peopleViews(t: TFunction<'people'>, { role }: Kind): View[] {
  const views: View[] = [
    { id: 'waiting', label: t('standing.waiting'), filters: { standing: ['waiting'] } },
    { id: 'suspended', label: t('standing.suspended'), filters: { standing: ['suspended'] } },
    { id: 'never_came', label: t('filter.never_came'), filters: { never_came: ['yes'] } }
  ]
  if (role !== 'driver') return views
  return [
    { id: 'active', label: t('filter.active'), filters: { active: ['yes'] } },
    { id: 'papers', label: t('filter.papers'), filters: { papers: ['yes'] } },
    ...views
  ]
}
