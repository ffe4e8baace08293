import { useTranslation } from 'react-i18next'
import { useFormat } from '@/entities/settings'
import type { Tables } from '@/types/database'

export type Revision = Pick<Tables<'booking_revisions'>, 'id' | 'before' | 'after'>

/** A route as a revision keeps it. Revisions hold more fields; only these are shown. */
interface Route {
  drop_address?: string | null
  waypoints?: { add?: string }[]
  trip_cost?: number
  discount_amount?: number
}

/** What a change of the route changed: drop, stops and price, each as it is now and as it was. What stayed is left out. */
export function RouteChange({ revision }: { revision: Revision }) {
  const { t } = useTranslation('panel')
  const { money } = useFormat()
  const stops = ({ waypoints = [] }: Route) => waypoints.map(({ add }) => add).join(' · ') || t('timeline.no_stops')
  const price = ({ trip_cost, discount_amount = 0 }: Route) =>
    trip_cost === undefined ? '' : money(trip_cost - discount_amount)
  const drop = ({ drop_address }: Route) => drop_address ?? ''
  const [before, after] = [revision.before as Route, revision.after as Route]
  const changes = (['drop', 'stops', 'price'] as const)
    .map((name) => ({ name, was: { drop, stops, price }[name](before), is: { drop, stops, price }[name](after) }))
    .filter(({ was, is }) => was !== is)
  return (
    <dl className="mt-1 space-y-1">
      {changes.map(({ name, was, is }) => (
        <div key={name} className="flex gap-2">
          <dt className="w-20 shrink-0 text-muted">{t(`timeline.${name}`)}</dt>
          <dd className="min-w-0">
            <bdi className="font-medium">{is}</bdi>
            <span className="block text-muted">{t('timeline.was', { value: was })}</span>
          </dd>
        </div>
      ))}
    </dl>
  )
}
